import type { Resource } from '../../../shared/operations/operation';
import { get } from './get';

export const transcript: Resource = {
	name: 'Transcript',
	value: 'transcript',
	operations: [get],
};
