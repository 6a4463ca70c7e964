import { ifRejected, options, simplify, writeOncePer } from '../../../shared/form';
import { batchWrite, operation } from '../../../shared/operations';
import { teamOutput } from '../../shared/outputs';

/** createTeams: each item succeeds or fails independently */
export const create = operation({
	name: 'Create',
	value: 'create',
	action: 'Create team',
	description: 'Create a team that others can join by its public ID',
	routing: { request: { method: 'POST', url: '/api/v1/teams/create' } },
	tool: {
		does: 'Creates a team with a public ID by which others can join.',
		returns: 'Returns the team with team_ref, or why not, such as a public ID that is taken.',
		use: 'Use it only when the user wants a new team. A chat needs no team. Nobody can be added to it.',
		effect: 'Anybody who knows the public ID can join. No operation deletes a team.',
	},
	endpoint: batchWrite({
		thing: 'team',
		creates: true,
		repeat: 'idempotencyKey',
		entity: 'team',
		echo: ['name', 'svc_id'],
	}),
	output: teamOutput,
	fields: [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			required: true,
			default: '',
			description: 'Name of the team, up to {maxLength} characters',
			routing: { send: { type: 'body', property: 'name' } },
		},
		{
			displayName: 'Public ID',
			name: 'svcId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. kiln-studio',
			description:
				'ID by which others join: a letter, and 5 to 31 letters, digits, underscores and hyphens',
			limits: {
				trim: true,
				minLength: 6,
				maxLength: 32,
				pattern: {
					regex: /^[A-Za-z][A-Za-z0-9_-]*$/,
					words: 'made of letters, digits, underscores and hyphens, starting with a letter',
				},
			},
			routing: { send: { type: 'body', property: 'svc_id' } },
		},
		options([simplify, ifRejected, writeOncePer]),
	],
});
