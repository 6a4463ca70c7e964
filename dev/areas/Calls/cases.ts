import { fromInput } from '../../contract/choices';
import { forEach, once, type Area } from '../area';

const call = fromInput('call_uid');

export const reads: Area['reads'] = {
	'call > getAll': () => once({ returnAll: true }),
	'call > get': ({ calls }) => forEach(calls.values(), { call }),
	'transcript > get': ({ calls }) => forEach(calls.values(), { call }),
};
