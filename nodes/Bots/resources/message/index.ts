import type { Resource } from '../../../shared/operations/operation';
import { publish } from './publish';

export const message: Resource = {
	name: 'Message',
	value: 'message',
	operations: [publish],
};
