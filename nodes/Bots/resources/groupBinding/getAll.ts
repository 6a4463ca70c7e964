import { anyRead } from '../../../shared/fields/rawBody';
import type { Operation } from '../../../shared/operations/operation';
import { passThrough } from '../../../shared/operations/endpoints/passThrough';

/** listGroupBotBindings: fields not shown */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many group bindings',
	description: 'List in which groups bots are installed',
	routing: { request: { method: 'POST', url: '/api/v1/bots/group-bindings/list' } },
	endpoint: passThrough({ writes: false }),
	fields: [...anyRead],
};
