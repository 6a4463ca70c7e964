import { HOUR } from '../../shared/durations';
import { triggerEvent } from '../../shared/polling';
import { byCreation, callEvent, callFact, SETTLES_WITHIN } from './call';

export const newCall = triggerEvent({
	...callEvent,
	name: 'New Call',
	value: 'newCall',
	description: 'Triggers when there is a new call, once the values that you filter by are known',
	source: {
		...byCreation,
		lookback: ({ filters: { results, connection_states }, own: { minimumDuration } }) =>
			results || connection_states || minimumDuration ? SETTLES_WITHIN : HOUR,
	},
	fact: (row) => callFact(row),
});
