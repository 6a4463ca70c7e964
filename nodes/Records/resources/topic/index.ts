import type { Resource } from '../../../shared/operations';
import { find } from './find';
import { getAll } from './getAll';

export const topic: Resource = { name: 'Topic', value: 'topic', operations: [find, getAll] };
