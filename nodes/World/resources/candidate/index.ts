import type { Resource } from '../../../shared/operations/operation';
import { getAll } from './getAll';

export const candidate: Resource = {
	name: 'Candidate',
	value: 'candidate',
	operations: [getAll],
};
