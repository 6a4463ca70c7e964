import type { Resource } from '../../../shared/operations/operation';
import { getSummary } from './getSummary';
import { markViewed } from './markViewed';

export const interaction: Resource = {
	name: 'Interaction',
	value: 'interaction',
	operations: [getSummary, markViewed],
};
