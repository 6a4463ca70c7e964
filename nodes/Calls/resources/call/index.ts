import type { Resource } from '../../../shared/operations';
import { get } from './get';
import { getAll } from './getAll';

export const call: Resource = { name: 'Call', value: 'call', operations: [get, getAll] };
