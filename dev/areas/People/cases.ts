import { once, type Area } from '../area';

export const reads: Area['reads'] = {
	'person > find': () => once({ query: 'a', returnAll: true }),
};
