import type { Operation } from '../../../shared/operation';
import { one } from '../../../shared/routing/one';

/** getCurrentUserProfile */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get profile',
	description: 'Get nickname, public ID and reference of the account that owns the key',
	shape: one('/api/v1/profile/get'),
	fields: [],
};
