import type { Resource } from '../../../shared/operations/operation';
import { getResult } from './getResult';
import { send } from './send';

export const request: Resource = {
	name: 'Request',
	value: 'request',
	operations: [getResult, send],
};
