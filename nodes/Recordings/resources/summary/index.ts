import type { Resource } from '../../../shared/operations';
import { getAll } from './getAll';
import { getText } from './getText';

export const summary: Resource = {
	name: 'Summary',
	description: 'Generated text about a day or a time range of recordings',
	value: 'summary',
	operations: [getAll, getText],
};
