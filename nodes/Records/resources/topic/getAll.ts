import type { Operation } from '../../../shared/operation';
import { returnAllOrLimit } from '../../../shared/fields/paging';
import { page } from '../../../shared/routing/page';

/** listRecordContainers */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many topics',
	description: 'List the personal topics that the account owns',
	shape: page('/api/v1/record/containers/list', { max: 100 }),
	fields: [...returnAllOrLimit],
};
