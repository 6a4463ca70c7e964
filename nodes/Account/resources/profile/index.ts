import type { Resource } from '../../../shared/operations';
import { get } from './get';

export const profile: Resource = { name: 'Profile', value: 'profile', operations: [get] };
