import type { Resource } from '../../../shared/operations';
import { find } from './find';

export const person: Resource = {
	name: 'Person',
	description: 'A contact, or somebody who shares a chat with your account',
	value: 'person',
	operations: [find],
};
