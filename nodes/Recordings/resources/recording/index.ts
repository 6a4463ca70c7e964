import type { Resource } from '../../../shared/operations';
import { get } from './get';
import { getAll } from './getAll';

export const recording: Resource = {
	name: 'Recording',
	value: 'recording',
	operations: [get, getAll],
};
