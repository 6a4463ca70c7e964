import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { isObject } from '../api/answer';
import { FailureError } from '../errors/failure';
import { type Field } from '../fields/field';
import { evaluated, put, readParameters, type Input } from '../parameters/readParameters';
import type { TriggerEvent } from './event';
import { fieldsOf, windowOfOption } from './triggerFields';

/** Start of a trigger at its first activation. */
export type Start =
	{ from: 'now' } | { from: 'date'; date: number } | { from: 'last'; count: number };

/** Checked and converted settings of a trigger. Filters can still contain names instead of identifiers. */
export interface Settings {
	start: Start;
	/** Request fields of the event's fields and filters */
	filters: IDataObject;
	/** Values that are not sent, by parameter name */
	own: IDataObject;
	maxItems: number;
	/** Late Arrival Window in milliseconds; undefined for the default of the event */
	lookback?: number;
	withMetadata: boolean;
}

/** Reads the parameters of a trigger. Throws a FailureError that names the field for an invalid value. */
export function readSettings(context: IPollFunctions, event: TriggerEvent): Settings {
	const shown = parametersOf(context, fieldsOf(event));
	const raw: IDataObject = {};
	const rawOwn: IDataObject = {};
	const inputs: Input[] = [];
	const ownInputs: Input[] = [];
	for (const { field, parameter, value } of shown) {
		const property = field.routing?.send?.property;
		const path = property?.split('.') ?? [field.name];
		put(property ? raw : rawOwn, path, value);
		(property ? inputs : ownInputs).push({ path, parameter, field });
	}
	const { ignoreEmptyFilters: isOn } = rawOwn;
	const ignoreEmptyFilters = isOn === true || isOn === 'true';
	const how = { zone: context.getTimezone(), ignoreEmptyFilters };
	const filters = checked(readParameters({ inputs, rules: event.rules }, raw, how));
	const own = checked(readParameters({ inputs: ownInputs }, rawOwn, how));
	const { lateArrivalWindow = 0, maxItemsPerPoll = 50, includeEventMetadata = true } = own;
	return {
		start: startOf(own),
		filters,
		own,
		maxItems: maxItemsPerPoll as number,
		lookback: windowOfOption(lateArrivalWindow as number),
		withMetadata: includeEventMetadata as boolean,
	};
}

function startOf({ startFrom, startDate, itemCount }: IDataObject): Start {
	if (startFrom === 'date') return { from: 'date', date: startDate as number };
	if (startFrom === 'last') return { from: 'last', count: (itemCount as number | undefined) ?? 10 };
	return { from: 'now' };
}

interface Parameter {
	field: Field;
	/** Parameter path */
	parameter: string;
	value: unknown;
}

/** Values of the fields that the user sees and has added. */
function parametersOf(context: IPollFunctions, fields: Field[], collection = ''): Parameter[] {
	return fields.flatMap((field): Parameter[] => {
		const path = collection + field.name;
		if (!isShown(context, field)) return [];
		if (field.type === 'collection') {
			const added = context.getNode().parameters[field.name];
			const inside = (field.options as Field[]).filter(
				({ name }) => isObject(added) && Object.hasOwn(added, name),
			);
			return parametersOf(context, inside, `${path}.`);
		}
		return [{ field, parameter: path, value: valueOf(context, path, field) }];
	});
}

/** Value of a parameter. If its expression fails, the failure names the field. */
function valueOf(context: IPollFunctions, path: string, field: Field): unknown {
	return evaluated(field, () => context.getNodeParameter(path, field.default), IN_TRIGGERS);
}

const IN_TRIGGERS = 'Triggers have no input items: use a fixed value or a date expression.';

function isShown(context: IPollFunctions, { displayOptions }: Field): boolean {
	const valueOfName = (name: string) =>
		name === '@version' ? context.getNode().typeVersion : context.getNodeParameter(name, '');
	return Object.entries(displayOptions?.show ?? {}).every(([name, values]) =>
		(values as unknown[]).includes(valueOfName(name)),
	);
}

function checked(read: IDataObject | FailureError): IDataObject {
	if (read instanceof FailureError) throw read;
	return read;
}
