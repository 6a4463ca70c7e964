import type { Resource } from '../../../shared/operation';
import { getAll } from './getAll';

export const record: Resource = { name: 'Record', value: 'record', operations: [getAll] };
