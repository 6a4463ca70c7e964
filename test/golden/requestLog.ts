import type { LogEntry } from '../../dev/fake-service/index';
import { overrideLimits } from '../../dev/limits';

/** Longest body that stays on the line of its request. */
const WIDTH = 120;

/**
 * Requests as text: one after the other, each with its exact body. Values that are random or opaque are numbered in the
 * order of their first appearance.
 */
export function textOf(requests: readonly LogEntry[]): string {
	const bodies = JSON.parse(
		numbered(JSON.stringify(requests.map(({ body }) => body))),
	) as unknown[];
	const lines = requests.map(({ method, path }, i) => `${method} ${path} ${folded(bodies[i])}`);
	return lines.join('\n') || 'no request';
}

/** JSON on one line if it is short, otherwise with one member on each line. */
function folded(value: unknown, indent = ''): string {
	const line = JSON.stringify(value);
	if (typeof value !== 'object' || indent.length + line.length <= WIDTH) return line;
	const inner = `${indent}  `;
	const members = Array.isArray(value)
		? value.map((each) => folded(each, inner))
		: Object.entries(value!).map(([name, each]) => `"${name}": ${folded(each, inner)}`);
	const [open, close] = Array.isArray(value) ? '[]' : '{}';
	return `${open}\n${members.map((member) => `${inner}${member}`).join(',\n')}\n${indent}${close}`;
}

/** A UUID and a key that the node made, and a cursor that the service gave. */
const OPAQUE = {
	random: /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g,
	once: /once-\w{16}/g,
	cursor: /(?<="page_cursor":")[^"]+/g,
};

/** The text with `<random 1>` in place of the first UUID, wherever that UUID occurs, and so on. */
function numbered(text: string): string {
	return Object.entries(OPAQUE).reduce((before, [kind, pattern]) => {
		const known: string[] = [];
		return before.replace(pattern, (value) => {
			if (!known.includes(value)) known.push(value);
			return `<${kind} ${known.indexOf(value) + 1}>`;
		});
	}, text);
}

/** Lets one request be in flight at a time, so that requests arrive in the order in which the node makes them. */
export function useOneAtATime(): void {
	let restore: () => void;
	beforeAll(() => {
		restore = overrideLimits({ maxInFlight: 1 });
	});
	afterAll(() => restore());
}

// Logs are text: stored without quotes
expect.addSnapshotSerializer({ test: (value) => typeof value === 'string', print: String });
