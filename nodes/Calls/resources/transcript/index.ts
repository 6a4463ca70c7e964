import type { Resource } from '../../../shared/operations';
import { get } from './get';

export const transcript: Resource = {
	name: 'Transcript',
	description: 'The spoken text of a call',
	value: 'transcript',
	operations: [get],
};
