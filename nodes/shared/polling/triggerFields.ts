import { DAY, MINUTE } from '../durations';
import { filters, options, withIgnoreEmptyFilters } from '../fields/collections';
import { type Field } from '../fields/field';
import { JOINED, withEventOutput } from '../fields/files';
import { simplify } from '../fields/reads';
import { BEGINNINGS } from '../fields/times';
import { looksAhead, type TriggerEvent } from './event';

/** Field for the start of a trigger at its first activation. */
const startFrom: Field = {
	displayName: 'Start From',
	name: 'startFrom',
	type: 'options',
	noDataExpression: true,
	default: 'now',
	description:
		'First events when the workflow is published for the first time. Later the trigger continues where it stopped. A test shows the latest events.',
	options: [
		{ name: 'From Now On', value: 'now', description: 'Events after the workflow is published' },
		{ name: 'Last Items', value: 'last', description: 'The latest events, as many as you enter' },
		...BEGINNINGS,
		{ name: 'From a Date', value: 'date', description: 'All events since a date, oldest first' },
	],
};

const startDate: Field = {
	displayName: 'Start Date',
	name: 'startDate',
	type: 'dateTime',
	default: '',
	required: true,
	displayOptions: { show: { startFrom: ['date'] } },
	description:
		'Events at this time or later start the workflow. Without a time zone, the value is in the time zone of the workflow.',
};

const itemCount: Field = {
	displayName: 'Number of Items',
	name: 'itemCount',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 100 },
	default: 10,
	displayOptions: { show: { startFrom: ['last'] } },
	description: 'Number of latest events to start with',
};

const includeEventMetadata: Field = {
	displayName: 'Include Event Metadata',
	name: 'includeEventMetadata',
	type: 'boolean',
	default: true,
	description:
		'Whether to add _event to each item: ID, type and time of the event, and when it was found',
};

/** Options of Late Arrival Window: name and minutes. 0 stands for the default of the event. */
const WINDOWS = [
	['Default of the Event', 0],
	['10 Minutes', 10],
	['1 Hour', 60],
	['6 Hours', 360],
	['1 Day', 1440],
	['3 Days', 4320],
	['7 Days', 10_080],
	['30 Days', 43_200],
] as const;

function lateArrivalWindow(longest: number): Field {
	return {
		displayName: 'Late Arrival Window',
		name: 'lateArrivalWindow',
		type: 'options',
		default: 0,
		description:
			'How long after its time an event can still be found. A longer window takes more requests.',
		options: WINDOWS.filter(([, minutes]) => minutes * MINUTE <= longest).map(([name, value]) => ({
			name,
			value,
			description:
				value === 0
					? 'The default window of the chosen event'
					: `Events that are found up to ${name.toLowerCase()} late`,
		})),
	};
}

const maxItemsPerPoll: Field = {
	displayName: 'Max Items per Poll',
	name: 'maxItemsPerPoll',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 500 },
	default: 50,
	description:
		'Max number of events in one execution. The next polls return the rest; no event is skipped.',
	displayOptions: { hide: { '/outputAs': JOINED } },
};

/** Options that all events have. An event that looks ahead needs no Late Arrival Window. */
function commonOptions(event: TriggerEvent): Field[] {
	const { longestWindow = 30 * DAY } = event;
	return looksAhead(event)
		? [includeEventMetadata, maxItemsPerPoll]
		: [includeEventMetadata, lateArrivalWindow(longestWindow), maxItemsPerPoll];
}

/** Fields of an event in UI order. */
export function fieldsOf(event: TriggerEvent): Field[] {
	const all = [...(event.options ?? []), ...commonOptions(event)];
	const fields = withIgnoreEmptyFilters([
		...(event.fields ?? []),
		...(event.startsNow ? [] : [startFrom, startDate, itemCount]),
		simplify,
		...(event.filters ? [filters(event.filters)] : []),
		options(all.sort((a, b) => (a.displayName < b.displayName ? -1 : 1))),
	]);
	return withEventOutput(fields, event.output);
}
