import type { Resource } from '../../../shared/operation';
import { getAll } from './getAll';

export const topic: Resource = { name: 'Topic', value: 'topic', operations: [getAll] };
