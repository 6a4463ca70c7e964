import { anyWrite } from '../../../shared/fields/rawBody';
import type { Operation } from '../../../shared/operations/operation';
import { passThrough } from '../../../shared/operations/endpoints/passThrough';

/** updateBotProfiles: fields not shown */
export const updateProfile: Operation = {
	name: 'Update Profile',
	value: 'updateProfile',
	action: 'Update bot profiles',
	description: 'Change the profiles of bots',
	routing: { request: { method: 'POST', url: '/api/v1/bots/profile/update' } },
	endpoint: passThrough({ writes: true }),
	fields: anyWrite(),
};
