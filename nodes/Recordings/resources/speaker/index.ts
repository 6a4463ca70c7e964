import type { Resource } from '../../../shared/operations';
import { find } from './find';

export const speaker: Resource = {
	name: 'Speaker',
	description: 'A speaker label: a name that your account gave to a voice',
	value: 'speaker',
	operations: [find],
};
