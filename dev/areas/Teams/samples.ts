import type { Samples } from '../../contract/sample';
import { uid } from '../../contract/choices';

export const samples: Samples = {
	listMyTeams: { runs: [{ parameters: { limit: 7 }, body: { limit: 7 } }] },
	resolveMyTeams: {
		runs: [
			{
				parameters: { query: 'Kiln', limit: 7 },
				body: { items: [{ item_id: '0', query: 'Kiln', limit: 7 }] },
			},
		],
	},
	listTeamMembers: {
		runs: [
			{
				parameters: { team: uid('team_1'), limit: 7 },
				body: { team_ref: 'team_1', limit: 7 },
			},
		],
		refused: true,
		simplifiedAway: ['team.created_at', 'team.updated_at'],
	},
	createTeams: {
		// The value is not the key
		beyondLimits: ['items.[].idempotency_key'],
		runs: [
			{
				parameters: {
					name: 'Kiln Studio',
					svcId: 'kiln-studio',
					options: { writeOncePer: 'order-1042' },
				},
				body: {
					items: [
						{
							item_id: '0',
							name: 'Kiln Studio',
							svc_id: 'kiln-studio',
							idempotency_key: 'once-',
						},
					],
				},
			},
		],
	},
	joinTeamsByPublicID: {
		runs: [
			{
				parameters: { svcId: 'kiln-studio' },
				body: { items: [{ item_id: '0', svc_id: 'kiln-studio' }] },
			},
		],
	},
	removeTeamMembers: {
		runs: [
			{
				parameters: { team: uid('team_1'), member: uid('user_1') },
				body: { items: [{ item_id: '0', team_ref: 'team_1', target_user_ref: 'user_1' }] },
			},
		],
	},
};
