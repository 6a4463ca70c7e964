import type { Resource } from '../../../shared/operations';
import { getAll } from './getAll';

export const accountBinding: Resource = {
	name: 'Account Binding',
	value: 'accountBinding',
	operations: [getAll],
};
