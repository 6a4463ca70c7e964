import type { Resource } from '../../../shared/operations';
import { getAll } from './getAll';
import { getText } from './getText';

export const summary: Resource = {
	name: 'Summary',
	value: 'summary',
	operations: [getAll, getText],
};
