import type { Resource } from '../../../shared/operations';
import { get } from './get';
import { getAll } from './getAll';

export const call: Resource = {
	name: 'Call',
	description: 'An audio or video call with its result and summary',
	value: 'call',
	operations: [getAll, get],
};
