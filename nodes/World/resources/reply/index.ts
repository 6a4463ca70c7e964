import type { Resource } from '../../../shared/operations';
import { getAll } from './getAll';

export const reply: Resource = { name: 'Reply', value: 'reply', operations: [getAll] };
