import { isObject } from '../api/answer';

/* Stored values: a check of each type, from which TypeScript derives the type. */

/** True for a value of the type that a member of a state has. */
export type Check<T> = (value: unknown) => value is T;

/** The type whose values pass a check. */
export type Checked<C> = C extends Check<infer T> ? T : never;

/** Members by their checks. Those that may be undefined may be absent. */
type Members<C> = {
	[K in keyof C as undefined extends Checked<C[K]> ? never : K]: Checked<C[K]>;
} & {
	[K in keyof C as undefined extends Checked<C[K]> ? K : never]?: Checked<C[K]>;
};

function check<T>(test: (value: unknown) => boolean): Check<T> {
	return test as Check<T>;
}

export const isText = check<string>((value) => typeof value === 'string');
export const isTrue = check<true>((value) => value === true);
export const isNumber = check<number>((value) => Number.isFinite(value));
export const isCount = check<number>((value) => isNumber(value) && value >= 0);
export const isLength = check<number>((value) => isNumber(value) && value >= 1);

/** Unix milliseconds of the years 1653 to 2286. A poll would ask for very many years otherwise. */
export const isTime = check<number>((value) => isNumber(value) && Math.abs(value) <= 1e13);

export const matches = (form: RegExp) =>
	check<string>((value) => isText(value) && form.test(value));
export const isDigests = matches(/^([\w-]{8})*$/);

export const oneOf = <T>(values: readonly T[]) => check<T>((value) => values.includes(value as T));
export const optional = <T>(own: Check<T>) =>
	check<T | undefined>((value) => value === undefined || own(value));
export const listOf = <T>(own: Check<T>) =>
	check<T[]>((value) => Array.isArray(value) && value.every(own));
export const tuple = <T extends unknown[]>(...checks: { [I in keyof T]: Check<T[I]> }) =>
	check<T>(
		(value) =>
			Array.isArray(value) &&
			value.length === checks.length &&
			checks.every((own, i) => own(value[i])),
	);
export const recordOf = <T>(own: Check<T>, isName: (name: string) => boolean = isText) =>
	check<Record<string, T>>(
		(value) =>
			isObject(value) && Object.entries(value).every(([name, each]) => isName(name) && own(each)),
	);
export const members = <C extends Record<string, Check<unknown>>>(checks: C) =>
	check<Members<C>>(
		(value) => isObject(value) && Object.entries(checks).every(([name, own]) => own(value[name])),
	);
