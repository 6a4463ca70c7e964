import type { Resource } from '../../../shared/operations';
import { find } from './find';

export const person: Resource = { name: 'Person', value: 'person', operations: [find] };
