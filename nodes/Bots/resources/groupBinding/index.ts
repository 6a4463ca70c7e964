import { rawRead, rawWrite, type Resource } from '../../../shared/operations';

/** The contract does not show the fields of these operations. */
export const groupBinding: Resource = {
	name: 'Group Binding',
	description: 'A bot that is installed in a group',
	value: 'groupBinding',
	operations: [
		// listGroupBotBindings
		rawRead({
			name: 'Get Many',
			value: 'getAll',
			action: 'Get many group bindings',
			description: 'List which bots are installed in which groups',
			url: '/api/v1/bots/group-bindings/list',
		}),
		// installGroupBots
		rawWrite({
			name: 'Install',
			value: 'install',
			action: 'Install bots in groups',
			description: 'Add bots to groups',
			url: '/api/v1/bots/group-bindings/install',
			warning: 'Installs bots in groups, where all members see them.',
		}),
		// removeGroupBots
		rawWrite({
			name: 'Remove',
			value: 'remove',
			action: 'Remove bots from groups',
			description: 'Uninstall bots from groups',
			url: '/api/v1/bots/group-bindings/remove',
			warning: 'Removes bots from groups. They can no longer be mentioned there.',
		}),
		// setGroupBotContextPermissions
		rawWrite({
			name: 'Set Context Permission',
			value: 'setContextPermission',
			action: 'Set context permission of bots',
			description: 'Allow or forbid bots to read the messages of a group',
			url: '/api/v1/bots/group-bindings/context-permissions/set',
			warning: 'Changes whether bots may read the messages of a group.',
		}),
	],
};
