import type { Resource } from '../../../shared/operation';
import { find } from './find';

export const person: Resource = { name: 'Person', value: 'person', operations: [find] };
