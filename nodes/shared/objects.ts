import { hash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

/** A copy of an object without some of its properties. */
export function omit<T extends object, K extends keyof T>(object: T, ...names: K[]): Omit<T, K> {
	const copy: Partial<T> = { ...object };
	for (const name of names) delete copy[name];
	return copy as Omit<T, K>;
}

/** Digest of a value, independent of the order of its fields: 64 bits as 16 hexadecimal digits. */
export function digestOf(value: IDataObject | Array<IDataObject[string]>): string {
	const sorted = JSON.stringify(value, (_key, inner: unknown) =>
		typeof inner === 'object' && inner !== null && !Array.isArray(inner)
			? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
			: inner,
	);
	return hash('sha256', sorted).slice(0, 16);
}

/** True for a JSON object. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
