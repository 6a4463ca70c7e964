import { HOUR } from '../../shared/api';
import type { TriggerEvent } from '../../shared/polling';
import { byCreation, callEvent, callFact, SETTLES_WITHIN } from './call';

export const newCall: TriggerEvent = {
	...callEvent,
	name: 'New Call',
	value: 'newCall',
	description:
		'Triggers on each new call; with a filter on its result or connection, as soon as that is known',
	source: {
		...byCreation,
		lookback: ({ filters: { results, connection_states } }) =>
			results || connection_states ? SETTLES_WITHIN : HOUR,
	},
	fact: (row) => callFact(row),
};
