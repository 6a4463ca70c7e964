import type { Resource } from '../../../shared/operations';
import { get } from './get';

export const transcript: Resource = {
	name: 'Transcript',
	value: 'transcript',
	operations: [get],
};
