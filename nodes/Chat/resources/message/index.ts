import type { Resource } from '../../../shared/operations';
import { get } from './get';
import { getAll } from './getAll';
import { getContext } from './getContext';
import { getModerationTargets } from './getModerationTargets';
import { search } from './search';
import { send } from './send';
import { sendAndWait } from './sendAndWait';
import { update } from './update';
import { withdraw } from './withdraw';

export const message: Resource = {
	name: 'Message',
	description: 'A chat message',
	value: 'message',
	operations: [
		send,
		sendAndWait,
		getAll,
		search,
		getContext,
		get,
		update,
		withdraw,
		getModerationTargets,
	],
};
