import { once, type Area } from '../area';

export const reads: Area['reads'] = {
	'profile > get': () => once(),
	'accountBinding > getAll': () => once(),
};
