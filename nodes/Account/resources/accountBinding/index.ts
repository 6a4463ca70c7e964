import type { Resource } from '../../../shared/operations';
import { getAll } from './getAll';

export const accountBinding: Resource = {
	name: 'Account Binding',
	description: 'A sign-in provider that is or can be bound to your account',
	value: 'accountBinding',
	operations: [getAll],
};
