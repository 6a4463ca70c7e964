import type { INodeProperties } from 'n8n-workflow';

import { DAY, MINUTE } from '../api/time';
import { filters, options } from '../fields/collections';
import { asProperty, type Field } from '../fields/field';
import { withIgnoreEmptyFilters } from '../fields/ignoreEmptyFilters';
import { mergeProperties } from '../fields/mergeProperties';
import { simplify } from '../fields/simplify';
import { subtitle } from '../fields/subtitle';
import { looksAhead, type TriggerEvent } from './event';

/** Start of the trigger when it is activated for the first time. */
const startFrom: Field = {
	displayName: 'Start From',
	name: 'startFrom',
	type: 'options',
	noDataExpression: true,
	default: 'now',
	description:
		'Where the trigger starts when the workflow is published (activated) for the first time. After that it always continues where it stopped.',
	options: [
		{
			name: 'From a Date',
			value: 'date',
			description: 'Start with everything since a date, oldest first',
		},
		{ name: 'From Now On', value: 'now', description: 'Start with events that happen from now on' },
		{ name: 'Last Items', value: 'last', description: 'Start with the latest existing items' },
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
		'Time from which events count. A value without a time zone is read in the time zone of the workflow.',
};

const itemCount: Field = {
	displayName: 'Number of Items',
	name: 'itemCount',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 100 },
	default: 10,
	displayOptions: { show: { startFrom: ['last'] } },
	description: 'Number of the latest items to start with',
};

const includeEventMetadata: Field = {
	displayName: 'Include Event Metadata',
	name: 'includeEventMetadata',
	type: 'boolean',
	default: true,
	description:
		'Whether to add _event to each item: a stable ID of the event, its type, when it happened and when the trigger found it',
};

/** Late Arrival Windows in minutes, by name. 0 stands for the event's own. */
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
			'How long after its own time an event can still be found. A longer window takes more requests.',
		options: WINDOWS.filter(([, minutes]) => minutes * MINUTE <= longest).map(([name, value]) => ({
			name,
			value,
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
		'Max number of items in one execution. The next polls bring the others; nothing is skipped.',
};

/** Milliseconds of what the user chose as Late Arrival Window; undefined for the event's own. */
export function windowOfOption(minutes: number): number | undefined {
	return minutes === 0 ? undefined : minutes * MINUTE;
}

/** The options of all triggers. An event that looks ahead finds what is late anyway. */
function commonOptions(event: TriggerEvent): Field[] {
	const { longestWindow = 30 * DAY } = event;
	return looksAhead(event)
		? [includeEventMetadata, maxItemsPerPoll]
		: [includeEventMetadata, lateArrivalWindow(longestWindow), maxItemsPerPoll];
}

/** The fields of an event in the order in which the user sees them. */
export function fieldsOf(event: TriggerEvent): Field[] {
	const all = [...(event.options ?? []), ...commonOptions(event)];
	return withIgnoreEmptyFilters([
		...(event.fields ?? []),
		...(event.startsNow ? [] : [startFrom, startDate, itemCount]),
		simplify,
		...(event.filters ? [filters(event.filters)] : []),
		options(all.sort((a, b) => (a.displayName < b.displayName ? -1 : 1))),
	]);
}

/** The properties of a trigger node: Trigger On, and the fields of its events. */
export function triggerOn(events: TriggerEvent[]): INodeProperties[] {
	const first = events[0].value;
	return [
		{
			displayName: 'Trigger On',
			name: 'event',
			type: 'options',
			noDataExpression: true,
			default: first,
			options: events.map(({ name, value, description }) => ({ name, value, description })),
		},
		...mergeProperties(events.map((event) => fieldsOf(event).map(asProperty))).map(
			({ entry, lists }) =>
				shownFor(
					lists.map((i) => events[i].value),
					entry,
				),
		),
	];
}

/** The subtitle of a trigger node: the name of its event. */
export function eventSubtitle(events: TriggerEvent[]): string {
	return subtitle(
		['event'],
		events.map(({ name, value }) => [[value], name]),
	);
}

function shownFor(events: string[], property: INodeProperties): INodeProperties {
	const { displayOptions } = property;
	return {
		...property,
		displayOptions: { ...displayOptions, show: { event: events, ...displayOptions?.show } },
	};
}
