import type { Resource } from '../../../shared/operation';
import { getAll } from './getAll';

export const candidate: Resource = {
	name: 'Candidate',
	value: 'candidate',
	operations: [getAll],
};
