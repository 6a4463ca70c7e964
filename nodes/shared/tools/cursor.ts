import type { IDataObject } from 'n8n-workflow';

import type { Path } from '../contract';
import { FailureError } from '../errors/failure';
import { choicesOf, type Field } from '../form/field';
import { CUSTOM } from '../form/times';
import type { InputItem, ListPosition } from '../operations/endpoint';
import { digestOf } from '../objects';
import { settingsOf } from '../values/inputs';
import type { ToolSettings } from './fields';
import { openIn } from './words';

/**
 * Where a list goes on, as a tool tells a model. The contract's cursor counts for the same account, operation and filters
 * alone (document 1, pagination rules), so a tool's cursor also has the bounds of time that the first call had: `today`
 * and `$now` mean others in the next call. Nothing is remembered between two calls.
 */
export interface Cursor {
	place: ListPosition;
	/** Time of the first call, the end of a span without an end, in Unix milliseconds */
	at: number;
	/** Request fields that are times, as in the first call */
	times: IDataObject;
}

/** Parts of a cursor's text: digest, time of the first call, window, rows to skip, times, and the contract's cursor. */
const CURSOR = /^([\da-f]{8})~(\d+)~(\d+)~(\d+)~([^~]*)~(.*)$/s;

/** The cursor that an item gives, with the digest of the call that returned it; undefined without one. */
export function cursorIn(item: InputItem<ToolSettings>): (Cursor & { digest: string }) | undefined {
	const text = item.settings.cursor?.trim();
	if (!text) return undefined;
	const parts = CURSOR.exec(text);
	if (!parts) throw notACursor();
	const [digest, at, window, skip, times, cursor] = parts.slice(1);
	const place = {
		window: Number(window),
		skip: Number(skip),
		cursor: cursor === '' ? undefined : cursor,
	};
	return { digest, at: Number(at), place, times: timesOfFirstCall(times, item) };
}

/** The times in a cursor's text: a value for each of `timeFieldsOf`, in this order, empty where the first call had none. */
function timesOfFirstCall(text: string, item: InputItem): IDataObject {
	const values = text.split(',');
	const times: IDataObject = {};
	for (const [i, name] of timeFieldsOf(item).entries()) {
		const { [i]: value = '' } = values;
		if (value !== '') times[name] = /^\d+$/.test(value) ? Number(value) : value;
	}
	return times;
}

/** The cursor as a text. `digest` is that of its call. */
export function textOfCursor(
	{ place, at, times }: Cursor,
	item: InputItem,
	digest: string,
): string {
	const values = timeFieldsOf(item).map((name) => times[name] ?? '');
	const [window, skip, cursor] = placeOf(place);
	return [digest, at, window, skip, values, cursor].join('~');
}

function placeOf({ window, skip = 0, cursor = '' }: ListPosition): [number, number, string] {
	return [window, skip, cursor];
}

/** The request fields of an item that are times. */
export function timesIn(item: InputItem): IDataObject {
	const { body } = item;
	const names = timeFieldsOf(item).filter((name) => body[name] !== undefined);
	return Object.fromEntries(names.map((name) => [name, body[name]]));
}

/**
 * Digest of the cursor, and of what has to be the same in the next call: account, operation, the filters as they are sent,
 * with the times of the first call, and the words of the model for times and for filters that the node applies.
 */
export function digestOfCall(
	item: InputItem,
	url: Path,
	sent: IDataObject,
	{ place, at }: Pick<Cursor, 'place' | 'at'>,
): string {
	const { run, operation, index } = item;
	const { baseUrl, apiKey } = run.connection;
	const isByModel = openIn(run);
	// Settings are fields that are not sent: those in Filters are applied by the node
	const settings = settingsOf(operation.fields);
	const unsentFilters = settings.filter(({ collection }) => collection === 'filters');
	const times = [...operation.inputs, ...settings].filter(({ field }) => saysTime(field));
	// Their words, since they can mean another time in the next call: today, or the last seven days
	const wordsOfModel = [...times, ...unsentFilters]
		.filter(({ parameter }) => isByModel(parameter))
		.map(({ parameter }) => String(run.functions.getNodeParameter(parameter, index, '')).trim());
	return digestOf([baseUrl, apiKey, url, sent, at, placeOf(place), wordsOfModel]).slice(0, 8);
}

/** The failure of a call whose cursor belongs to another one. */
export function notACursor(): FailureError {
	return new FailureError({
		message: "'cursor' does not belong to this call",
		description:
			"Repeat all other arguments of the call that returned it as next_cursor, except for limit. Without 'cursor' the list begins anew.",
		unsent: 'item',
	});
}

/** Names of the request fields that are times. */
function timeFieldsOf({ operation }: InputItem): string[] {
	return operation.inputs
		.filter(({ field }) => field.type === 'dateTime')
		.map(({ path }) => path[0]);
}

/** True for a time, and for a choice of a period. */
function saysTime(field: Field): boolean {
	const { type } = field;
	if (type === 'dateTime') return true;
	return type === 'options' && choicesOf(field).some(({ value }) => value === CUSTOM);
}
