import { anyWrite } from '../../../shared/fields/json';
import type { Operation } from '../../../shared/operation';
import { generic } from '../../../shared/routing/generic';

/** updateBotProfiles: fields not shown */
export const updateProfile: Operation = {
	name: 'Update Profile',
	value: 'updateProfile',
	action: 'Update bot profiles',
	description: 'Change the profiles of bots',
	shape: generic('/api/v1/bots/profile/update', { writes: true }),
	fields: anyWrite(),
};
