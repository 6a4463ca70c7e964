import { rawRead, rawWrite, type Resource } from '../../../shared/operations';

/** The contract does not show the fields of these operations. */
export const groupBinding: Resource = {
	name: 'Group Binding',
	value: 'groupBinding',
	operations: [
		// listGroupBotBindings
		rawRead({
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many group bindings',
			description: 'List the groups in which bots are installed',
			url: '/api/v1/bots/group-bindings/list',
		}),
		// installGroupBots
		rawWrite({
			name: 'Install',
			value: 'install',
			action: 'Install bots into groups',
			description: 'Install bots in groups',
			url: '/api/v1/bots/group-bindings/install',
			warning: 'Installs bots into groups, where their members see them.',
		}),
		// removeGroupBots
		rawWrite({
			name: 'Remove',
			value: 'remove',
			action: 'Remove bots from groups',
			description: 'Remove bots from groups',
			url: '/api/v1/bots/group-bindings/remove',
			warning: 'Takes bots out of groups; they can no longer be mentioned there.',
		}),
		// setGroupBotContextPermissions
		rawWrite({
			name: 'Set Context Permission',
			value: 'setContextPermission',
			action: 'Set context permission of bots',
			description: 'Allow or forbid bots to read the messages of a group',
			url: '/api/v1/bots/group-bindings/context-permissions/set',
			warning: 'Decides whether bots may read what is said in a group.',
		}),
	],
};
