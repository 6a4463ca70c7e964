import type { Resource } from '../../../shared/operations/operation';
import { find } from './find';

export const speaker: Resource = { name: 'Speaker', value: 'speaker', operations: [find] };
