import type { Resource } from '../../../shared/operations';
import { get } from './get';

export const profile: Resource = {
	name: 'Profile',
	description: 'The account that the API key belongs to',
	value: 'profile',
	operations: [get],
};
