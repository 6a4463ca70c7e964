import { ifRejected, options, person, simplify, warning } from '../../../shared/form';
import { batchWrite, operation } from '../../../shared/operations';
import { team } from '../../locators/team';

/** removeTeamMembers: succeeds without a change if the person is not a member */
export const remove = operation({
	name: 'Remove',
	value: 'remove',
	action: 'Remove team member',
	description: 'Remove a person from a team that you own',
	routing: { request: { method: 'POST', url: '/api/v1/teams/members/remove' } },
	tool: {
		does: 'Removes a person from a team that the user owns.',
		returns: 'Returns whether the person is no member any more, or the reason why not.',
		use: 'Use it only when the user asks for just that and names person and team. Not for chat groups.',
		effect: 'No operation puts the person back; they may join again themselves.',
	},
	endpoint: batchWrite({
		thing: 'member',
		target: ['team_ref', 'target_user_ref'],
		repeat: 'idempotent',
		rowOf: (outcome) => ({ removed: true, ...outcome }),
		echo: ['team_ref', 'target_user_ref'],
	}),
	output: { fields: 'removed status team_ref target_user_ref' },
	fields: [
		warning('Removes people from the team immediately. They can join again.'),
		{ ...team, description: 'A team that you own', limits: { sole: true } },
		{
			...person,
			displayName: 'Member',
			name: 'member',
			required: true,
			limits: { sole: true },
			description: 'Member to remove. The owner of the team cannot be removed.',
			routing: { send: { type: 'body', property: 'target_user_ref' } },
		},
		options([simplify, ifRejected]),
	],
});
