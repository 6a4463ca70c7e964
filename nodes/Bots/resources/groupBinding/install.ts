import { anyWrite } from '../../../shared/fields/json';
import type { Operation } from '../../../shared/operation';
import { generic } from '../../../shared/routing/generic';

/** installGroupBots: fields not shown */
export const install: Operation = {
	name: 'Install',
	value: 'install',
	action: 'Install bots into groups',
	description: 'Put bots into groups',
	shape: generic('/api/v1/bots/group-bindings/install', { writes: true }),
	fields: anyWrite('Installs bots into groups, where their members see them.'),
};
