import type { IDataObject } from 'n8n-workflow';

import { FailureError, errorOf } from '../errors/failure';
import { isObject } from '../objects';

/** The list of objects in a field of an answer. Fails if it is missing or contains other values. */
export function listOf(data: IDataObject, field: string): IDataObject[] {
	const list: unknown = data[field];
	if (!Array.isArray(list)) throw brokenAnswer(`has no list '${field}'`);
	if (!list.every(isObject))
		throw brokenAnswer(`has an element in '${field}' that is not an object`);
	return list;
}

/** The object in a field of an answer. Fails if it is missing. */
export function objectOf(data: IDataObject, field: string): IDataObject {
	const value: unknown = data[field];
	if (!isObject(value)) throw brokenAnswer(`has no object '${field}'`);
	return value;
}

/** The text in a field of an answer. Fails if it is missing. */
export function textOf(data: IDataObject, field: string): string {
	const value: unknown = data[field];
	if (typeof value !== 'string') throw brokenAnswer(`has no text '${field}'`);
	return value;
}

/** Words for a number that JSON.parse has rounded. */
const BEYOND = `is beyond ${Number.MAX_SAFE_INTEGER}, so n8n cannot read it exactly`;

/** The integer in a field of an answer. Fails if it is missing, or too large for JavaScript. */
export function integerOf(data: IDataObject, field: string): number {
	const value: unknown = data[field];
	if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
	throw brokenAnswer(
		Number.isInteger(value) ? `has a '${field}' that ${BEYOND}` : `has no whole number '${field}'`,
	);
}

/** The text; undefined for another value. */
export function textIn(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined;
}

/** The texts of a list; none if it is not given. */
export function textsIn(list: unknown): string[] {
	return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
}

/** The objects of a list; none if it is not given. */
export function objectsIn(list: unknown): IDataObject[] {
	return Array.isArray(list) ? list.filter(isObject) : [];
}

/** True for a value that is neither undefined nor null. */
export function isGiven(value: unknown): boolean {
	return value !== undefined && value !== null;
}

/** True for a reference to another person than `user`; false if one of the two is not known. */
export function isOther(person: unknown, user: string | undefined): boolean {
	return user !== undefined && isGiven(person) && person !== user;
}

/** Result of a function, or its error as a value, so that a broken result fails one item only. */
export function tryTo<T>(look: () => T): T | Error {
	try {
		return look();
	} catch (error) {
		return errorOf(error);
	}
}

/** The failure for an answer that breaks the contract. `flaw` completes "The answer of the service …". */
export function brokenAnswer(flaw: string): FailureError {
	return new FailureError({
		message: `The answer of the service ${flaw}`,
		description:
			'The answer does not match the documentation of the service. Report this to the operator of the service.',
	});
}

/** The UID of a row. Fails if it is missing. */
export function uidOf(row: IDataObject, field: string): string {
	const uid = row[field];
	if (typeof uid !== 'string' || uid === '') throw brokenAnswer(`has an entry without '${field}'`);
	return uid;
}

/**
 * Replaces an index in rows with the object that it points to, since an index is valid only inside its page (contract
 * document 1, identifiers).
 *
 * @param index field with the index, for example `sender_index`
 * @param name field for the object, for example `sender`
 * @param objects the answer's list of objects
 */
export function inlineIndexes(
	rows: IDataObject[],
	index: string,
	name: string,
	objects: unknown,
): IDataObject[] {
	const list: unknown[] = Array.isArray(objects) ? objects : [];
	return rows.map(({ [index]: position, ...row }) => {
		const object = typeof position === 'number' ? list[position] : undefined;
		if (!isObject(object)) throw brokenAnswer(`has a '${index}' that points to nothing`);
		row[name] = object;
		return row;
	});
}

/**
 * Fails for an answer with `refinement_required`: the service has not searched, so its empty list is no result
 * (searchRecords).
 */
export function refuseTooBroad({
	refinement_required,
	refinement_reasons,
}: IDataObject): undefined {
	if (refinement_required !== true) return undefined;
	const given: unknown[] = Array.isArray(refinement_reasons) ? refinement_reasons : [];
	const reasons = given.filter((reason) => typeof reason === 'string');
	const why = reasons.length > 0 ? ` Reasons: ${reasons.join(', ')}.` : '';
	throw new FailureError({
		message: 'The search is too broad for the service',
		description: `Narrow the search with a longer keyword, 'First Day' and 'Last Day', or 'Creators'.${why}`,
		plain: `Search for a longer or rarer word, or in fewer days.${why}`,
		reason: reasons.join(', ') || undefined,
	});
}
