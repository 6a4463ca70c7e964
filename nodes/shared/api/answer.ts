import type { IDataObject } from 'n8n-workflow';

import { FailureError } from '../errors/failure';

/** The objects of a list in an answer; fails when the service did not send the list it promises. */
export function listOf(data: IDataObject, field: string): IDataObject[] {
	const list: unknown = data[field];
	if (!Array.isArray(list)) throw brokenAnswer(`has no list '${field}'`);
	if (!list.every(isObject)) throw brokenAnswer(`has something in '${field}' that is no object`);
	return list;
}

/** The object in a field of an answer; fails when the service did not send the one it promises. */
export function objectOf(data: IDataObject, field: string): IDataObject {
	const value: unknown = data[field];
	if (!isObject(value)) throw brokenAnswer(`has no object '${field}'`);
	return value;
}

/** The text in a field of an answer; fails when the service did not send the one it promises. */
export function textOf(data: IDataObject, field: string): string {
	const value: unknown = data[field];
	if (typeof value !== 'string') throw brokenAnswer(`has no text '${field}'`);
	return value;
}

/** The whole number in a field of an answer; fails when the service did not send the one it promises. */
export function integerOf(data: IDataObject, field: string): number {
	const value: unknown = data[field];
	if (!Number.isSafeInteger(value)) throw brokenAnswer(`has no whole number '${field}'`);
	return value as number;
}

/** True when a field of an answer has a value: the contract allows null for many. */
export function isGiven(value: unknown): boolean {
	return value !== undefined && value !== null;
}

/** True when a value of an answer is a JSON object. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Result of reading an answer, or the error as a value, so that a broken answer fails one item only. */
export function looked<T>(look: () => T): T | Error {
	try {
		return look();
	} catch (error) {
		return error as Error;
	}
}

/** The failure for an answer that breaks the contract. `flaw` continues "The answer of the service …". */
export function brokenAnswer(flaw: string): FailureError {
	return new FailureError({
		message: `The answer of the service ${flaw}`,
		description: 'The service does not keep its contract; report this to its operators.',
	});
}

/** The UID of a row; fails when the service left it out. */
export function uidOf(row: IDataObject, field: string): string {
	const uid = row[field];
	if (typeof uid !== 'string' || uid === '') throw brokenAnswer(`has an entry without '${field}'`);
	return uid;
}
