/** A key of a path, as n8n's editor writes it: `.a`, `[0]`, `['a b']` or `["a b"]`. */
const STEP = String.raw`\.([A-Za-z_$][\w$]*)|\[(?:(0|[1-9]\d{0,8})|'((?:[^'\\]|\\')*)'|"([^"\\]*)")\]`;
/** A dragged field: of the input item, or of the item of an earlier node. */
const DRAGGED = new RegExp(
	String.raw`^=\{\{\s*(?<column>(?:\$json|\$\('(?:[^'\\]|\\.)+'\)\.item\.json)(?<steps>(?:${STEP})+))\s*\}\}$`,
);

/** The column that a stored parameter takes its value from: `$json['Due date']` of `={{ $json['Due date'] }}`. */
export function columnIn(stored: unknown): string | undefined {
	return typeof stored === 'string' ? DRAGGED.exec(stored)?.groups!.column : undefined;
}

/** Path of a field that was dragged from the input, such as `{{ $json.a['b c'] }}`; undefined for any other value. */
export function pathOfDragged(stored: unknown): string[] | undefined {
	const { column, steps } = (typeof stored === 'string' && DRAGGED.exec(stored)?.groups) || {};
	if (!column?.startsWith('$json')) return undefined;
	const matches = steps?.matchAll(new RegExp(STEP, 'gy'));
	return (
		matches &&
		Array.from(matches, ([, ...keys]) =>
			keys.find((key) => key !== undefined)!.replace(/\\'/g, "'"),
		)
	);
}

/**
 * Reads dragged fields from the input items, which takes a hundredth of the time. The first item is left to n8n, which
 * rejects some names, and others in each of its versions and engines (n8n 2.41, n8n-workflow/expression-sandboxing.ts): only
 * if its value is the same are the other items read here.
 */
export class DraggedFields {
	private readonly paths = new Map<unknown, string[] | undefined>();
	private readonly agrees = new Map<unknown, boolean>();

	/** Value of a stored parameter for an item. Whatever is not plain data is left to n8n, which `evaluate` asks. */
	read(stored: unknown, json: unknown, evaluate: () => unknown): unknown {
		if (!this.paths.has(stored)) this.paths.set(stored, pathOfDragged(stored));
		const path = this.paths.get(stored);
		const own = path && ownValueAt(json, path);
		if (own === undefined) return evaluate();
		if (this.agrees.get(stored)) return own;
		const value = evaluate();
		this.agrees.set(stored, Object.is(value, own) && this.agrees.get(stored) !== false);
		return value;
	}
}

/** Text, number or boolean at a path of plain objects and lists; undefined for everything else, also behind a getter. */
function ownValueAt(json: unknown, path: string[]): unknown {
	let value = json;
	for (const key of path) {
		if (!isPlain(value) || (Array.isArray(value) && !/^\d+$/.test(key))) return undefined;
		const own = Object.getOwnPropertyDescriptor(value, key);
		if (!own || own.get) return undefined;
		value = value[key];
	}
	return ['string', 'number', 'boolean'].includes(typeof value) ? value : undefined;
}

function isPlain(value: unknown): value is Record<string, unknown> {
	if (typeof value !== 'object' || value === null) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === Object.prototype || prototype === null || Array.isArray(value);
}
