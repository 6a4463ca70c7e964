import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

/** A short digest of a value, independent of the order of its fields: 64 bits, in hexadecimal. */
export function digestOf(value: IDataObject | Array<IDataObject[string]>): string {
	const sorted = JSON.stringify(value, (_key, inner: unknown) =>
		typeof inner === 'object' && inner !== null && !Array.isArray(inner)
			? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
			: inner,
	);
	return createHash('sha256').update(sorted).digest('hex').slice(0, 16);
}
