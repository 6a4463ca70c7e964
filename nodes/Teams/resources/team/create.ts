import { idempotencyKey, ifRejected, options, simplify } from '../../../shared/fields';
import { batchWrite, type Operation } from '../../../shared/operations';
import { teamOutput } from '../../shared/outputs';

/** createTeams: every item on its own */
export const create: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create team',
	description: 'Create a team with a public ID by which others can join',
	routing: { request: { method: 'POST', url: '/api/v1/teams/create' } },
	endpoint: batchWrite({
		thing: 'team',
		creates: true,
		repeat: 'idempotencyKey',
		entity: 'team',
	}),
	output: teamOutput,
	fields: [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			required: true,
			default: '',
			description: 'Up to 64 characters',
			limits: { minLength: 1, maxLength: 64 },
			routing: { send: { type: 'body', property: 'name' } },
		},
		{
			displayName: 'Public ID',
			name: 'svcId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. kiln-studio',
			description: '6 to 32 letters, digits, underscores and hyphens, beginning with a letter',
			limits: {
				trim: true,
				minLength: 6,
				maxLength: 32,
				pattern: {
					regex: /^[A-Za-z][A-Za-z0-9_-]*$/,
					words: 'made of letters, digits, underscores and hyphens, beginning with a letter',
				},
			},
			routing: { send: { type: 'body', property: 'svc_id' } },
		},
		simplify,
		// The contract shows no character set for this key
		options([{ ...idempotencyKey, limits: { guard: true, maxLength: 128 } }, ifRejected]),
	],
};
