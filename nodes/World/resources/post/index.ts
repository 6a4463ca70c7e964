import type { Resource } from '../../../shared/operations';
import { get } from './get';
import { getAll } from './getAll';
import { publish } from './publish';
import { unpublish } from './unpublish';

export const post: Resource = {
	name: 'Post',
	description: 'A public copy of a record',
	value: 'post',
	operations: [publish, getAll, get, unpublish],
};
