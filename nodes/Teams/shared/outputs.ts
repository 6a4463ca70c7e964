import type { Output } from '../../shared/rows';

const FIELDS = 'name svc_id current_user_role team_ref created_at updated_at';

/** Simplified form of a team. */
export const teamOutput: Output = { fields: `${FIELDS} status?` };

/** Simplified form of a team in a list. */
export const listedTeamOutput: Output = {
	fields: `${FIELDS} total_count`,
	text: 'name current_user_role',
};

/** Simplified form of the outcome of joining a team. */
export const joinedTeamOutput: Output = {
	fields: 'name svc_id membership_state current_user_role team_ref status created_at updated_at',
	nested: { team: 'keep' },
};

/** Simplified form of a team member, with the name and reference of the team. */
export const teamMemberOutput: Output = {
	fields: `
		display_name role joined_at svc_id identity_state user_ref team_name team_ref team_svc_id
		team_current_user_role total_count
	`,
	answered: 'user_ref display_name svc_id identity_state role joined_at team total_count',
	nested: { team: { team_ref: 'team_ref' } },
	without: 'team_created_at team_updated_at',
	onRequest: 'team_svc_id team_current_user_role',
	details: 'identity_state team_name team_ref',
	text: 'display_name role',
};
