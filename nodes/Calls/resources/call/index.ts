import type { Resource } from '../../../shared/operations/operation';
import { get } from './get';
import { getAll } from './getAll';

export const call: Resource = { name: 'Call', value: 'call', operations: [get, getAll] };
