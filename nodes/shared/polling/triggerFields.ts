import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { tryTo } from '../api/answer';
import { areItems } from '../rows/output';
import { DAY, MINUTE } from '../durations';
import { FailureError } from '../errors/failure';
import { withBounds } from '../form/bounds';
import { filters, options, withIgnoreEmptyFilters } from '../form/collections';
import type { Field } from '../form/field';
import { JOINED, withEventOutput } from '../form/files';
import { simplify } from '../form/reads';
import { BEGINNINGS, type Period } from '../form/times';
import { declareLimits } from '../limits';
import { ignoresEmptyFilters } from '../values/emptyValues';
import { type Input, inputsOf, settingsOf } from '../values/inputs';
import { spanOf } from '../values/periods';
import { readParameters } from '../values/readParameters';
import { isByExpression, RunParameters } from '../values/runParameters';
import { withRereads } from './reread';
import { type FilterValues, looksAhead, type Own, startsNow, type TriggerEvent } from './event';

const OWN_LIMITS = declareLimits({
	/** Most events that one poll puts together in a text or file */
	maxJoinedEvents: 10_000,
});

/** Field for the start of a trigger at its first activation. */
const startFrom: Field = {
	displayName: 'Start From',
	name: 'startFrom',
	type: 'options',
	noDataExpression: true,
	default: 'now',
	description:
		'Where to start when the workflow is published for the first time. Later the trigger continues where it stopped. A test shows the latest events.',
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
export function triggerFields(event: TriggerEvent): Field[] {
	const all = [...(event.options ?? []), ...commonOptions(event)];
	const fields = [
		...(event.fields ?? []),
		...(startsNow(event) ? [] : [startFrom, startDate, itemCount]),
		simplify,
		...(event.filters ? [filters(event.filters)] : []),
		options(all.sort((a, b) => (a.displayName < b.displayName ? -1 : 1))),
	];
	return withEventOutput(withIgnoreEmptyFilters(fields, event.ownFilters), event.output);
}

/** An event with what its fields mean to a poll, worked out once when the trigger is declared. */
export interface CompiledEvent extends TriggerEvent {
	/** All fields in UI order */
	all: Field[];
	/** Fields that become request fields */
	inputs: Input[];
	/** Fields that are not sent, each at its own name */
	settings: Input[];
}

/** Compiles an event. */
export function compiled(event: TriggerEvent): CompiledEvent {
	const all = withBounds(event.path, triggerFields(event));
	const source = withRereads(event.source);
	const fields = { all, inputs: inputsOf(all), settings: settingsOf(all) };
	return { ...event, source, fact: factOf(event), ...fields };
}

/**
 * The fact of an event whose row its filter keeps. A row that breaks the contract, such as one without its UID, is left out
 * with a warning: it would stop the trigger for as long as it is in the lookback.
 */
function factOf({ fact, rowFilter, source }: TriggerEvent): TriggerEvent['fact'] {
	return (row, reader) => {
		const found = tryTo(() => {
			const own = fact(row, reader);
			source.changes?.version(row);
			if (!own || !rowFilter || rowFilter.keeps(row, reader)) return own;
			return rowFilter.mayBecomeWanted(row) ? { ...own, ready: false as const } : undefined;
		});
		if (!(found instanceof Error)) return found;
		if (!(found instanceof FailureError)) throw found;
		reader.warn(`An entry of the service was left out: ${found.message}`);
		return undefined;
	};
}

/** Start of a trigger at its first activation. `since` gives the time of the first events, at the time of the activation. */
export type Start =
	| { from: 'now' }
	| { from: 'date'; since: (now: number) => number }
	| { from: 'last'; count: number };

/** Checked and converted settings of a trigger. Filters can still contain names instead of identifiers. */
export interface TriggerSettings {
	start: Start;
	/** Request fields of the event's fields and filters */
	filters: IDataObject;
	/** Values that are not sent, by parameter name */
	own: Own;
	maxItems: number;
	/** Display names of the fields that the user has set to select events */
	filterNames: string[];
}

/** Reads the parameters of a trigger. Throws a FailureError that names the field for an invalid value. */
export function readSettings(context: IPollFunctions, event: CompiledEvent): TriggerSettings {
	const getNodeParameter = (path: string, _index: number, fallback?: unknown) =>
		context.getNodeParameter(path, fallback);
	const given = new RunParameters({ getNodeParameter }, context.getNode(), IN_TRIGGERS);
	const [inputs, ownInputs] = [event.inputs, event.settings].map((all) => given.shown(all));
	const [raw, rawOwn] = [inputs, ownInputs].map((shown) => given.valuesOf(shown, given.of(0)));
	const ignoreEmptyFilters = ignoresEmptyFilters(rawOwn);
	const varies = ({ parameter }: Input) => isByExpression(given.node.parameters, parameter);
	const how = { zone: context.getTimezone(), varies, ignoreEmptyFilters };
	const { rules, ownFilters } = event;
	const filters = checked(readParameters({ inputs, rules, purposeOf: () => 'select' }, raw, how));
	const purposeOf = ({ field }: Input) => (ownFilters?.includes(field.name) ? 'select' : 'set');
	const own: Own = checked(readParameters({ inputs: ownInputs, purposeOf }, rawOwn, how));
	const { maxItemsPerPoll = 50 } = own;
	return {
		start: startOf(own, how.zone),
		filters,
		own,
		maxItems: areItems(own) ? maxItemsPerPoll : OWN_LIMITS.maxJoinedEvents,
		filterNames: filterNamesOf(event, { sent: inputs, unsent: ownInputs }, { filters, own }),
	};
}

/**
 * Display names of the fields that select events and that the user has set. A choice whose value shows further fields is
 * named by these. Switches that select, such as Ignore My Own, are on by default, so they are not named here.
 */
function filterNamesOf(
	{ ownFilters = [], watches = [] }: CompiledEvent,
	{ sent, unsent }: { sent: Input[]; unsent: Input[] },
	{ filters, own }: FilterValues,
): string[] {
	const isSet = (values: IDataObject) => (input: Input) => {
		const { field, collection } = input;
		const value = valueAt(values, input.path);
		const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0);
		// A filter counts as soon as it is added, whatever its value
		const isInitial = !collection && value === field.default;
		return !isEmpty && !isInitial && field.type !== 'boolean';
	};
	const selecting = unsent.filter(({ field: { name } }) =>
		[...ownFilters, ...watches].includes(name),
	);
	const set = [...sent.filter(isSet(filters)), ...selecting.filter(isSet(own))];
	const choices = set.flatMap(({ field }) => Object.keys(field.displayOptions?.show ?? {}));
	return set
		.filter(({ field }) => !choices.includes(field.name))
		.map(({ field }) => field.displayName);
}

function valueAt(values: IDataObject, path: string[]): unknown {
	return path.reduce<unknown>((inner, key) => (inner as IDataObject | undefined)?.[key], values);
}

function startOf({ startFrom = 'now', startDate, itemCount = 10 }: Own, zone: string): Start {
	if (startFrom === 'now') return { from: 'now' };
	if (startFrom === 'last') return { from: 'last', count: itemCount };
	if (startFrom === 'date') return { from: 'date', since: () => startDate! };
	return { from: 'date', since: (now) => spanOf(startFrom as Period, zone, now).start! };
}

const IN_TRIGGERS = 'Triggers have no input items: use a fixed value or a date expression.';

function checked(read: IDataObject | FailureError): IDataObject {
	if (read instanceof FailureError) throw read;
	return read;
}
