import type { Resource } from '../../../shared/operations';
import { find } from './find';
import { getAll } from './getAll';

export const topic: Resource = {
	name: 'Topic',
	description: 'A personal folder of records and tasks',
	value: 'topic',
	operations: [getAll, find],
};
