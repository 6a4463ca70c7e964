import type { Resource } from '../../../shared/operations';
import { find } from './find';

export const speaker: Resource = { name: 'Speaker', value: 'speaker', operations: [find] };
