import type { Resource } from '../../../shared/operation';
import { get } from './get';
import { getAll } from './getAll';

export const call: Resource = { name: 'Call', value: 'call', operations: [get, getAll] };
