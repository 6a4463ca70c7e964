import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { Own } from './event';
import { FailureError } from '../errors/failure';
import { LIMITS } from '../limits';
import type { Period } from '../fields/times';
import { spanOf } from '../parameters/periods';
import { readParameters } from '../parameters/readParameters';
import { RunParameters } from '../parameters/runParameters';
import type { CompiledEvent } from './compiledEvent';

/** Start of a trigger at its first activation. `since` gives the time of the first events, at the time of the activation. */
export type Start =
	| { from: 'now' }
	| { from: 'date'; since: (now: number) => number }
	| { from: 'last'; count: number };

/** Checked and converted settings of a trigger. Filters can still contain names instead of identifiers. */
export interface Settings {
	start: Start;
	/** Request fields of the event's fields and filters */
	filters: IDataObject;
	/** Values that are not sent, by parameter name */
	own: Own;
	maxItems: number;
}

/** Reads the parameters of a trigger. Throws a FailureError that names the field for an invalid value. */
export function readSettings(context: IPollFunctions, event: CompiledEvent): Settings {
	const getNodeParameter = (path: string, _index: number, fallback?: unknown) =>
		context.getNodeParameter(path, fallback);
	const given = new RunParameters({ getNodeParameter }, context.getNode(), IN_TRIGGERS);
	const [inputs, ownInputs] = [event.inputs, event.settings].map((all) => given.shown(all));
	const [raw, rawOwn] = [inputs, ownInputs].map((shown) => given.valuesOf(shown, 0));
	const ignores = ownInputs.find(({ field }) => field.name === 'ignoreEmptyFilters');
	const isOn = ignores && rawOwn.get(ignores);
	const ignoreEmptyFilters = isOn === true || isOn === 'true';
	const how = { zone: context.getTimezone(), ignoreEmptyFilters };
	const filters = checked(readParameters({ inputs, rules: event.rules }, raw, how));
	const own: Own = checked(readParameters({ inputs: ownInputs }, rawOwn, how));
	const { maxItemsPerPoll = 50 } = own;
	return {
		start: startOf(own, how.zone),
		filters,
		own,
		maxItems: isJoined(own) ? LIMITS.maxJoinedEvents : maxItemsPerPoll,
	};
}

/** True if all events of a poll become one item: a text or a file. */
export function isJoined({ outputAs = 'items' }: IDataObject): boolean {
	return outputAs !== 'items';
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
