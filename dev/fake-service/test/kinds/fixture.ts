import { OPERATIONS, resolve, type Schema } from '../../../contract/operations';
import { useFakeService } from '../../fakeService';
import { NOW, smallAccount } from '../account';

/** The service of the tests of an area, whose account a is the small one. */
export const { service, a, b } = useFakeService({ now: NOW, story: smallAccount });

/** The fields of a request, and the first that it requires. */
export function requestOf(operation: string) {
	const { request } = OPERATIONS.find(({ id }) => id === operation)!;
	const { properties = {}, required = [] } = resolve(request);
	return { fields: properties as Record<string, Schema>, required: required[0] };
}

/** A value for the title of a test. */
export const text = (value: unknown) => JSON.stringify(value).replace(/^(.{90}).+/, '$1…');

/** The fields of a value that the expected one has, at any depth, to compare just those. */
export function partOf(actual: unknown, expected: unknown): unknown {
	if (Array.isArray(actual) && Array.isArray(expected)) {
		return actual.map((element, i) => partOf(element, expected[i]));
	}
	if (!isPlain(actual) || !isPlain(expected)) return actual;
	const parts = Object.entries(expected).map(([name, part]) => [name, partOf(actual[name], part)]);
	return Object.fromEntries(parts);
}

/** True for an object with fields, but not for `expect.any` and the like. */
function isPlain(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !('$$typeof' in value);
}
