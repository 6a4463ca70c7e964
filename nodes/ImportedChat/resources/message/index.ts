import type { Resource } from '../../../shared/operations/operation';
import { get } from './get';
import { getAll } from './getAll';

export const message: Resource = { name: 'Message', value: 'message', operations: [get, getAll] };
