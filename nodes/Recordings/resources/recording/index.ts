import type { Resource } from '../../../shared/operations';
import { get } from './get';
import { getAll } from './getAll';

export const recording: Resource = {
	name: 'Recording',
	description: 'Audio that was recorded or uploaded',
	value: 'recording',
	operations: [getAll, get],
};
