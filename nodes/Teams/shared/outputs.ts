import type { Output } from '../../shared/outputs';

/** A team, and beside it how the account came to be in it where that is the answer. */
export const teamOutput: Output = {
	first: ['name', 'svc_id', 'membership_state', 'current_user_role', 'team_ref'],
	nested: { team: 'keep' },
};

/** A member of a team, with the team that the list is of. */
export const teamMemberOutput: Output = {
	first: ['display_name', 'role', 'joined_at', 'svc_id', 'identity_state', 'user_ref', 'team_name'],
	nested: { team: { team_ref: 'team_ref' } },
	without: ['team_created_at', 'team_updated_at'],
};
