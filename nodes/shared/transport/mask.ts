import type { IDataObject } from 'n8n-workflow';

/** A text without the API key. */
export function masked<T extends string | undefined>(text: T, apiKey: string): T {
	return (apiKey === '' ? text : text?.replaceAll(apiKey, '***')) as T;
}

/**
 * The JSON object in the body of an answer; undefined for anything else. The API key is masked after parsing, so that it is
 * found where the service escapes it, too.
 */
export function parseMasked(body: string, apiKey: string): IDataObject | undefined {
	let value: unknown;
	try {
		value = JSON.parse(body);
	} catch {
		return undefined;
	}
	if (!isObject(value)) return undefined;
	const mayHoldKey = apiKey !== '' && (body.includes('\\') || body.includes(apiKey));
	if (mayHoldKey) maskIn(value, apiKey);
	return value;
}

export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Masks the key in all texts and names of a value. The stack is a list, since an answer can be nested deeply. */
function maskIn(root: IDataObject, apiKey: string): void {
	const open: IDataObject[] = [root];
	for (let each = open.pop(); each; each = open.pop()) {
		for (const [name, value] of Object.entries(each)) {
			if (typeof value === 'object' && value !== null) open.push(value as IDataObject);
			else if (typeof value === 'string' && value.includes(apiKey))
				each[name] = masked(value, apiKey);
			if (!name.includes(apiKey)) continue;
			each[masked(name, apiKey)] = each[name];
			delete each[name];
		}
	}
}

/** True if a JSON text has more than `most` values, without parsing it: millions of them would block n8n. */
export function hasMoreValues(json: string, most: number): boolean {
	let values = 0;
	for (let i = 0; i < json.length; i++) {
		const code = json.charCodeAt(i);
		if (code === QUOTE) {
			i = endOfText(json, i);
			if (i < 0) return false;
		} else if ((code === COMMA || code === BRACKET || code === BRACE) && ++values > most)
			return true;
	}
	return false;
}

const [QUOTE, COMMA, BRACKET, BRACE] = [...'",[{'].map((each) => each.charCodeAt(0));

/** Index of the quote that ends a text; -1 if none does. */
function endOfText(json: string, start: number): number {
	let end = start;
	do end = json.indexOf('"', end + 1);
	while (end > 0 && isEscaped(json, end));
	return end;
}

function isEscaped(json: string, at: number): boolean {
	let backslashes = 0;
	while (json[at - 1 - backslashes] === '\\') backslashes++;
	return backslashes % 2 === 1;
}
