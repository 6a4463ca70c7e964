import { errorOf } from '../errors/failure';
import { formatValue, truncate } from '../errors/format';
import { Flaw, HALF, HALF_WORDS, Converted } from './converters';
import { isObject } from '../objects';

export function toJson(value: unknown): Converted {
	let read = value;
	if (typeof value === 'string') {
		const inexact = inexactIn(value);
		if (inexact !== undefined) return new Flaw(inexactWords(inexact));
		try {
			read = JSON.parse(value);
		} catch (error) {
			return new Flaw(`is not JSON: ${truncate(errorOf(error).message, 200)}`);
		}
	}
	const written = asJson(read);
	if (written instanceof Flaw) return written;
	// Checks the JSON that is sent: a Date is an object only before that
	if (!isObject(written.value)) return new Flaw(`must be a JSON object, not ${formatValue(read)}`);
	const path = pathTo('user_id', written.value);
	if (path === undefined) return written;
	return new Flaw(`must not contain '${truncate(path, 200)}': the API key identifies the account`);
}

/** Path of the first field `wanted` at any depth, such as `items[0].user_id`. A loop, since JSON can be very deep. */
function pathTo(wanted: string, value: object): string | undefined {
	const open: Array<{ value: object; path: string }> = [{ value, path: '' }];
	for (let at = open.pop(); at; at = open.pop()) {
		const isList = Array.isArray(at.value);
		for (const [key, inner] of Object.entries<unknown>({ ...at.value }).reverse()) {
			const path = at.path + (isList ? `[${key}]` : step(key, at.path));
			if (key === wanted && !isList) return path;
			if (typeof inner === 'object' && inner !== null) open.push({ value: inner, path });
		}
	}
	return undefined;
}

/** A key as a step of a path. */
function step(key: string, before: string): string {
	if (!/^[\p{L}_][\p{L}\p{N}_-]*$/u.test(key)) return `[${JSON.stringify(key)}]`;
	return before === '' ? key : `.${key}`;
}

/** The value as JSON would transmit it; a flaw if it has no exact JSON. */
function asJson(value: unknown): Converted {
	let flaw: string | undefined;
	try {
		const text: string | undefined = JSON.stringify(value, (_key, inner: unknown) => {
			if (typeof inner === 'string' && HALF.test(inner)) flaw ??= HALF_WORDS;
			if (typeof inner === 'number' && !isExact(inner)) flaw ??= inexactWords(inner);
			return inner;
		});
		return flaw ? new Flaw(flaw) : { value: JSON.parse(text ?? 'null') };
	} catch (error) {
		return new Flaw(`cannot be written as JSON: ${truncate(errorOf(error).message, 200)}`);
	}
}

/** True for a number that JSON transmits exactly: no integers beyond 2^53, NaN or infinity. */
function isExact(number: number): boolean {
	return Number.isInteger(number) ? Number.isSafeInteger(number) : Number.isFinite(number);
}

/**
 * The first number in a JSON text that JavaScript would change. Strings are skipped, and so is one without an end: it would
 * be searched again from each of its quotes.
 */
function inexactIn(json: string): string | undefined {
	for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*/g)) {
		if (!token.startsWith('"') && !isExact(Number(token)) && !Number.isNaN(Number(token)))
			return token;
	}
	return undefined;
}

function inexactWords(number: string | number): string {
	if (typeof number === 'number' && !Number.isFinite(number))
		return 'contains a number that JSON cannot express, such as infinity';
	return `contains a number that cannot be sent exactly: ${truncate(String(number), 60)}. Write it as text, in quotes`;
}
