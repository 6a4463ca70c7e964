import { anyWrite } from '../../../shared/fields/rawBody';
import type { Operation } from '../../../shared/operations/operation';
import { passThrough } from '../../../shared/operations/endpoints/passThrough';

/** installGroupBots: fields not shown */
export const install: Operation = {
	name: 'Install',
	value: 'install',
	action: 'Install bots into groups',
	description: 'Put bots into groups',
	routing: { request: { method: 'POST', url: '/api/v1/bots/group-bindings/install' } },
	endpoint: passThrough({ writes: true }),
	fields: anyWrite('Installs bots into groups, where their members see them.'),
};
