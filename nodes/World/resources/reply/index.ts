import type { Resource } from '../../../shared/operations';
import { getAll } from './getAll';

export const reply: Resource = {
	name: 'Reply',
	description: 'A post that replies to another post',
	value: 'reply',
	operations: [getAll],
};
