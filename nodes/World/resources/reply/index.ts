import type { Resource } from '../../../shared/operation';
import { getAll } from './getAll';

export const reply: Resource = { name: 'Reply', value: 'reply', operations: [getAll] };
