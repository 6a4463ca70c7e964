import type { Resource } from '../../../shared/operations/operation';
import { get } from './get';
import { set } from './set';

export const webhookSecurity: Resource = {
	name: 'Webhook Security',
	value: 'webhookSecurity',
	operations: [get, set],
};
