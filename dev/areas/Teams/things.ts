import type { Area } from '../area';

export const named: Area['named'] = {
	'/api/v1/teams/resolve': ({ teams, profile }, team_ref, name) => {
		const { user_ref } = profile;
		const self = { user_ref, role: 'owner', joined_at: 0, identity_state: 'ready' } as const;
		teams.set(team_ref, {
			team_ref,
			name,
			svc_id: `${team_ref}-id`,
			created_at: 0,
			updated_at: 0,
			active: true,
			members: new Map([[user_ref, self]]),
		});
	},
};
