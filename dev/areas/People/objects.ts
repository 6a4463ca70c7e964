import type { Area } from '../area';

export const objects: Area['objects'] = ({ people }) => ({
	user: [...people.values()]
		.filter(({ relationships }) => relationships.includes('contact'))
		.map(({ user_ref }) => user_ref),
});
