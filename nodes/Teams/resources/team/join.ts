import { ifRejected, options, simplify } from '../../../shared/form';
import { batchWrite, operation } from '../../../shared/operations';
import { joinedTeamOutput } from '../../shared/outputs';

/** joinTeamsByPublicID: succeeds without a change if the account is already a member */
export const join = operation({
	name: 'Join',
	value: 'join',
	action: 'Join team',
	description: 'Join a team by its exact public ID',
	routing: { request: { method: 'POST', url: '/api/v1/teams/join-by-svc-id' } },
	tool: {
		does: "Joins a team by its exact public ID, in the user's name.",
		returns: 'Returns membership_state: joined, already_member or owner.',
		use: 'Use it only when the user wants to join. Names of teams do not work, only public IDs.',
		effect: 'Makes the user a member of the team. No operation leaves a team.',
	},
	endpoint: batchWrite({
		thing: 'team',
		target: ['svc_id'],
		repeat: 'idempotent',
		echo: ['svc_id'],
	}),
	output: joinedTeamOutput,
	fields: [
		{
			displayName: 'Public ID',
			name: 'svcId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. kiln-studio',
			description: 'Exact public ID of the team. Names and team references are not accepted.',
			limits: { trim: true },
			routing: { send: { type: 'body', property: 'svc_id' } },
		},
		options([simplify, ifRejected]),
	],
});
