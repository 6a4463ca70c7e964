import type { Output } from '../../shared/outputs';

/** Simplified form of a team, and of the outcome of joining one. */
export const teamOutput: Output = {
	first: ['name', 'svc_id', 'membership_state', 'current_user_role', 'team_ref'],
	nested: { team: 'keep' },
};

/** Simplified form of a team member, with the name and reference of the team. */
export const teamMemberOutput: Output = {
	first: ['display_name', 'role', 'joined_at', 'svc_id', 'identity_state', 'user_ref', 'team_name'],
	nested: { team: { team_ref: 'team_ref' } },
	without: ['team_created_at', 'team_updated_at'],
};
