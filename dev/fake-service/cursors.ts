import { createHmac } from 'node:crypto';

import { violation } from './failure';
import { digest } from './random';
import type { Key } from './store';

/** Start of the next page: the key before it, and the number of pages so far. */
export interface Position {
	step: number;
	after: Key | null;
}

/** JSON text that does not depend on the order of fields. */
export function canonical(value: unknown): string {
	return JSON.stringify(value, (_name, part: unknown) =>
		part && typeof part === 'object' && !Array.isArray(part)
			? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
			: part,
	);
}

/**
 * Opaque cursors. A cursor is valid only for its `binding` (account, operation and filters), and cannot be forged or
 * changed by a client.
 */
export class Cursors {
	constructor(private readonly seed: number) {}

	seal(binding: unknown, position: Position): string {
		const content = { to: digest(canonical(binding)).slice(0, 16), ...position };
		const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
		return `${payload}.${this.sign(payload)}`;
	}

	/** @throws Failure 400 with the field `name`, for a cursor of another list */
	open(binding: unknown, cursor: string, name: string): Position {
		const [payload, signature, ...rest] = cursor.split('.');
		if (rest.length > 0 || signature !== this.sign(payload)) {
			throw violation(`${name} is not a cursor of this service`);
		}
		const { to, ...position } = JSON.parse(Buffer.from(payload, 'base64url').toString());
		if (to !== digest(canonical(binding)).slice(0, 16)) {
			throw violation(`${name} belongs to another account, operation, target or set of filters`);
		}
		return position;
	}

	private sign(payload: string): string {
		return createHmac('sha256', `cursors ${this.seed}`)
			.update(payload)
			.digest('base64url')
			.slice(0, 20);
	}
}
