import { once, type Area } from '../area';

export const objects: Area['objects'] = ({ people }) => ({
	user: [...people.values()]
		.filter(({ relationships }) => relationships.includes('contact'))
		.map(({ user_ref }) => user_ref),
});

export const reads: Area['reads'] = {
	'person > find': () => once({ query: 'a', returnAll: true }),
};

export const named: Area['named'] = {
	'/api/v1/people/resolve': ({ people }, user_ref, nickname) =>
		people.set(user_ref, { user_ref, nickname, relationships: ['shared_group'] }),
};
