import type { Fields } from '../../dev/fake-service/rules';
import type { Target } from './targets';

/** Expected outcome of the items of a target: see `expectFates`. */
export type Then = 'all fail' | 'one fails' | 'right' | 'no crash';

/** A mutation of an answer. */
export interface Mutation {
	name: string;
	/** Returns another envelope, or any text; `page` counts the answers of a run from 0 */
	mutate: (envelope: Fields, target: Target, page: number) => unknown;
	/** The mutation changes the rows of the target, not any envelope */
	own?: boolean;
	/** Only the first answer is real: the next pages are made from it */
	ownPages?: boolean;
	/** Outcome for a target; undefined if the mutation does not apply */
	then: (target: Target) => Then | undefined;
}

const always = (then: Then) => () => then;
const lists = (target: Target): Then | undefined =>
	target.list === undefined ? undefined : target.tolerant ? 'no crash' : 'all fail';
const correlated = (then: Then) => (target: Target) => (target.by ? then : undefined);
const paged = (then: Then) => (target: Target) => (target.paged ? then : undefined);

/** Texts instead of an envelope, and invalid envelopes. */
const ENVELOPES: Mutation[] = [
	['nothing', () => ''],
	['truncated JSON', (envelope: Fields) => JSON.stringify(envelope).slice(0, -3)],
	['two answers in one', (envelope: Fields) => JSON.stringify(envelope).repeat(2)],
	['a page of a proxy', () => '<!DOCTYPE html><html><body>Please sign in</body></html>'],
	['words', () => 'upstream connect error'],
	['null', () => 'null'],
	['a number', () => '7'],
	['a text', () => '"ok"'],
	['a list', (envelope: Fields) => [envelope]],
	['JSON that has NaN', () => '{"code":200,"data":NaN}'],
	['no data', ({ data: _data, ...envelope }: Fields) => envelope],
	['null as data', (envelope: Fields) => ({ ...envelope, data: null })],
	['a text as data', (envelope: Fields) => ({ ...envelope, data: 'none' })],
	['a list as data', ({ data, ...envelope }: Fields) => ({ ...envelope, data: [data] })],
	['another code', (envelope: Fields) => ({ ...envelope, code: 201 })],
	['a code of failure', (envelope: Fields) => ({ ...envelope, code: 40001 })],
	['a text as code', (envelope: Fields) => ({ ...envelope, code: '200' })],
	['no code', ({ code: _code, ...envelope }: Fields) => envelope],
].map(([name, mutate]) => ({ name, mutate, then: always('all fail') }) as Mutation);

/** Values instead of lists, and lists of other values than objects. */
const LISTS: Mutation[] = [
	['missing', undefined],
	['null', null],
	['an object', {}],
	['a text', 'abc'],
	['a number', 3],
	['true', true],
	['a list of null', [null]],
	['a list of numbers', [1, 2]],
	['a list of texts', ['a']],
	['a list of lists', [[]]],
].map(
	([name, value]) =>
		({
			name: `the list is ${String(name)}`,
			mutate: (envelope, { list }) => withList(envelope, list!, value),
			then: lists,
		}) as Mutation,
);

/** Results that are ambiguous, missing, or in another order. */
const RESULTS: Mutation[] = [
	{
		name: 'in another order',
		mutate: (envelope, { list }) => withList(envelope, list!, [...envelope.data[list!]].reverse()),
		then: correlated('right'),
	},
	{
		name: 'with results for other items',
		mutate: (envelope, { list, by }) => {
			const rows = envelope.data[list!] as Fields[];
			return withList(envelope, list!, [{ ...rows[0], [by!]: 'stranger' }, ...rows, {}]);
		},
		then: correlated('right'),
	},
	{
		name: 'without the second result',
		mutate: (envelope, { list }) =>
			withList(
				envelope,
				list!,
				(envelope.data[list!] as Fields[]).filter((_row, i) => i !== 1),
			),
		then: correlated('one fails'),
	},
	{
		name: 'with the second result twice',
		mutate: (envelope, { list }) => {
			const rows = envelope.data[list!] as Fields[];
			return withList(envelope, list!, [...rows, rows[1]]);
		},
		then: correlated('one fails'),
	},
	...[undefined, null, 1, true, ['1'], { id: '1' }, '', ' 1', '__proto__'].map(
		(value): Mutation => ({
			name: `with ${JSON.stringify(value)} as the second result's identifier`,
			mutate: (envelope, { list, by }) => {
				const rows = envelope.data[list!] as Fields[];
				const changed = rows.map((row, i) => (i === 1 ? { ...row, [by!]: value } : row));
				return withList(envelope, list!, changed);
			},
			then: correlated('one fails'),
		}),
	),
	...[undefined, null, 'text', 7, [1], [[]]].map((value): Mutation => ({
		name: `with ${JSON.stringify(value)} as what the second result is about`,
		mutate: (envelope, { list, inner }) => {
			const rows = envelope.data[list!] as Fields[];
			const changed = rows.map((row, i) => (i === 1 ? { ...row, [inner!]: value } : row));
			return withList(envelope, list!, changed);
		},
		then: ({ by, inner, operation }) => {
			if (!by || !inner) return undefined;
			// The answer need not contain the team: its public ID is known
			const optional = operation === 'createTeams' && (value === undefined || value === null);
			return optional ? 'no crash' : 'one fails';
		},
	})),
	...['true', 1, null, undefined].map((found): Mutation => ({
		name: `with ${JSON.stringify(found)} as whether the second one was found`,
		mutate: (envelope, { list }) => {
			const rows = envelope.data[list!] as Fields[];
			const changed = rows.map((row, i) => (i === 1 ? { ...row, found } : row));
			return withList(envelope, list!, changed);
		},
		then: ({ by }) => (by === 'call_uid' ? 'one fails' : undefined),
	})),
	{
		name: 'all with the same identifier',
		mutate: (envelope, { list, by }) => {
			const rows = envelope.data[list!] as Fields[];
			return withList(
				envelope,
				list!,
				rows.map((row) => ({ ...row, [by!]: rows[0][by!] })),
			);
		},
		then: correlated('all fail'),
	},
];

/** Pages that contradict themselves, or never end. */
const PAGES: Mutation[] = [
	...['true', 1, null, undefined, 0].map((value): Mutation => ({
		name: `with ${JSON.stringify(value)} as has_more`,
		mutate: (envelope, target) => withPaging(envelope, target, { has_more: value }),
		then: (target) =>
			// It is not documented if these operations have pages
			target.tolerant && value === undefined ? 'no crash' : paged('all fail')(target),
	})),
	...[undefined, null, '', 7, {}].map((next_page_cursor): Mutation => ({
		name: `with more, and ${JSON.stringify(next_page_cursor)} as cursor`,
		mutate: (envelope, target) =>
			withPaging(envelope, target, { has_more: true, next_page_cursor }, true),
		then: paged('all fail'),
	})),
	{
		name: 'with a cursor that repeats',
		ownPages: true,
		mutate: (envelope, target) =>
			withPaging(envelope, target, { has_more: true, next_page_cursor: 'again' }, true),
		then: paged('all fail'),
	},
	{
		name: 'with two alternating cursors',
		ownPages: true,
		mutate: (envelope, target, page) =>
			withPaging(envelope, target, { has_more: true, next_page_cursor: `${page % 2}` }, true),
		then: paged('all fail'),
	},
	{
		name: 'with empty pages that never end',
		ownPages: true,
		mutate: (envelope, target, page) =>
			withPaging(envelope, target, { has_more: true, next_page_cursor: `${page}` }, true),
		then: paged('all fail'),
	},
	{
		name: 'with full pages that never end',
		ownPages: true,
		mutate: (envelope, target, page) =>
			withPaging(envelope, target, { has_more: true, next_page_cursor: `${page}` }),
		// A locator shows its first page, and a trigger emits fewer of the rows with every poll
		then: (target) =>
			/^(locator|trigger)/.test(target.name) ? 'no crash' : paged('all fail')(target),
	},
];

/** Additions of a later version of the service, and other answers that keep the contract. */
const ADDITIONS: Mutation[] = [
	{
		name: 'an unknown field beside data',
		mutate: (envelope) => ({ ...envelope, trace: { hops: [1] } }),
		then: always('right'),
	},
	{
		name: 'a byte order mark',
		mutate: (envelope) => `\uFEFF${JSON.stringify(envelope)}`,
		then: always('right'),
	},
	{
		name: 'blanks around it',
		mutate: (envelope) => `\n\t ${JSON.stringify(envelope, null, 2)} \n`,
		then: always('right'),
	},
	{
		name: 'no message and no request ID',
		mutate: ({ code, data }) => ({ code, data }),
		then: always('right'),
	},
];

const OWN = [...LISTS, ...RESULTS, ...PAGES].map((mutate) => ({ ...mutate, own: true }));

export const MUTATIONS: Mutation[] = [...ENVELOPES, ...ADDITIONS, ...OWN];

function withList(envelope: Fields, list: string, value: unknown): Fields {
	return { ...envelope, data: { ...envelope.data, [list]: value } };
}

/** The answer with other paging fields, and without rows if requested. */
function withPaging(
	envelope: Fields,
	{ paged: where, list, inner }: Target,
	facts: Fields,
	empty = false,
): Fields {
	const { data } = envelope;
	if (where === 'data') {
		return { ...envelope, data: { ...data, ...facts, ...(empty && { [list!]: [] }) } };
	}
	const elements = (data[list!] as Fields[]).map((element) => ({
		...element,
		...facts,
		[inner!]: empty ? [] : Array(100).fill(element[inner!]).flat(),
	}));
	return withList(envelope, list!, elements);
}
