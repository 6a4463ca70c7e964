import type { Area } from '../area';

export const named: Area['named'] = {
	'/api/v1/people/resolve': ({ people }, user_ref, nickname) =>
		people.set(user_ref, { user_ref, nickname, relationships: ['shared_group'] }),
};
