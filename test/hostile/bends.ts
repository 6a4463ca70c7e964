import type { Fields } from '../service/rules';
import type { Subject } from './subjects';

/** What becomes of the items of a subject: compare `expectFates`. */
export type Then = 'all fail' | 'one fails' | 'right' | 'no crash';

/** A way to spoil an answer. */
export interface Bend {
	name: string;
	/** Another envelope, or any text; `page` counts the answers of a run from 0 */
	bend: (envelope: Fields, subject: Subject, page: number) => unknown;
	/** It is about the rows of the subject, not about any answer */
	own?: boolean;
	/** Only the first answer is a true one: the next pages are made of it */
	ownPages?: boolean;
	/** What that means for a subject; undefined where it does not apply */
	then: (subject: Subject) => Then | undefined;
}

const always = (then: Then) => () => then;
const lists = (subject: Subject): Then | undefined =>
	subject.list === undefined ? undefined : subject.tolerant ? 'no crash' : 'all fail';
const correlated = (then: Then) => (subject: Subject) => (subject.by ? then : undefined);
const paged = (then: Then) => (subject: Subject) => (subject.paged ? then : undefined);

/** Texts instead of an envelope, and envelopes that are none. */
const ENVELOPES: Bend[] = [
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
].map(([name, bend]) => ({ name, bend, then: always('all fail') }) as Bend);

/** Lists that are none, or that hold something else than objects. */
const LISTS: Bend[] = [
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
			bend: (envelope, { list }) => withList(envelope, list!, value),
			then: lists,
		}) as Bend,
);

/** Results that cannot be told apart, are missing, or come in another order. */
const RESULTS: Bend[] = [
	{
		name: 'in another order',
		bend: (envelope, { list }) => withList(envelope, list!, [...envelope.data[list!]].reverse()),
		then: correlated('right'),
	},
	{
		name: 'with results of others',
		bend: (envelope, { list, by }) => {
			const rows = envelope.data[list!] as Fields[];
			return withList(envelope, list!, [{ ...rows[0], [by!]: 'stranger' }, ...rows, {}]);
		},
		then: correlated('right'),
	},
	{
		name: 'without the second result',
		bend: (envelope, { list }) =>
			withList(
				envelope,
				list!,
				(envelope.data[list!] as Fields[]).filter((_row, i) => i !== 1),
			),
		then: correlated('one fails'),
	},
	{
		name: 'with the second result twice',
		bend: (envelope, { list }) => {
			const rows = envelope.data[list!] as Fields[];
			return withList(envelope, list!, [...rows, rows[1]]);
		},
		then: correlated('one fails'),
	},
	...[undefined, null, 1, true, ['1'], { id: '1' }, '', ' 1', '__proto__'].map((value): Bend => ({
		name: `with ${JSON.stringify(value)} as the second result's identifier`,
		bend: (envelope, { list, by }) => {
			const rows = envelope.data[list!] as Fields[];
			return withList(
				envelope,
				list!,
				rows.map((row, i) => (i === 1 ? { ...row, [by!]: value } : row)),
			);
		},
		then: correlated('one fails'),
	})),
	...[undefined, null, 'text', 7, [1], [[]]].map((value): Bend => ({
		name: `with ${JSON.stringify(value)} as what the second result is about`,
		bend: (envelope, { list, inner }) => {
			const rows = envelope.data[list!] as Fields[];
			return withList(
				envelope,
				list!,
				rows.map((row, i) => (i === 1 ? { ...row, [inner!]: value } : row)),
			);
		},
		then: ({ by, inner, operation }) => {
			if (!by || !inner) return undefined;
			// A team that is written need not be in the answer: its public ID is known
			const optional = operation === 'createTeams' && (value === undefined || value === null);
			return optional ? 'no crash' : 'one fails';
		},
	})),
	...['true', 1, null, undefined].map((found): Bend => ({
		name: `with ${JSON.stringify(found)} as whether the second one was found`,
		bend: (envelope, { list }) => {
			const rows = envelope.data[list!] as Fields[];
			return withList(
				envelope,
				list!,
				rows.map((row, i) => (i === 1 ? { ...row, found } : row)),
			);
		},
		then: ({ by }) => (by === 'call_uid' ? 'one fails' : undefined),
	})),
	{
		name: 'all with the same identifier',
		bend: (envelope, { list, by }) => {
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
const PAGES: Bend[] = [
	...['true', 1, null, undefined, 0].map((value): Bend => ({
		name: `with ${JSON.stringify(value)} as has_more`,
		bend: (envelope, subject) => withPaging(envelope, subject, { has_more: value }),
		then: (subject) =>
			// Nobody knows whether these operations have pages
			subject.tolerant && value === undefined ? 'no crash' : paged('all fail')(subject),
	})),
	...[undefined, null, '', 7, {}].map((next_page_cursor): Bend => ({
		name: `with more, and ${JSON.stringify(next_page_cursor)} as cursor`,
		bend: (envelope, subject) =>
			withPaging(envelope, subject, { has_more: true, next_page_cursor }, true),
		then: paged('all fail'),
	})),
	{
		name: 'with a cursor that repeats',
		ownPages: true,
		bend: (envelope, subject) =>
			withPaging(envelope, subject, { has_more: true, next_page_cursor: 'again' }, true),
		then: paged('all fail'),
	},
	{
		name: 'with two cursors that take turns',
		ownPages: true,
		bend: (envelope, subject, page) =>
			withPaging(envelope, subject, { has_more: true, next_page_cursor: `${page % 2}` }, true),
		then: paged('all fail'),
	},
	{
		name: 'with empty pages that never end',
		ownPages: true,
		bend: (envelope, subject, page) =>
			withPaging(envelope, subject, { has_more: true, next_page_cursor: `${page}` }, true),
		then: paged('all fail'),
	},
	{
		name: 'with full pages that never end',
		ownPages: true,
		bend: (envelope, subject, page) =>
			withPaging(envelope, subject, { has_more: true, next_page_cursor: `${page}` }),
		// A list in the editor shows its first page, and a trigger takes less of it with every poll
		then: (subject) =>
			/^(list|trigger)/.test(subject.name) ? 'no crash' : paged('all fail')(subject),
	},
];

/** What a later service may add, and everything else that is not against the contract. */
const ADDITIONS: Bend[] = [
	{
		name: 'an unknown field beside data',
		bend: (envelope) => ({ ...envelope, trace: { hops: [1] } }),
		then: always('right'),
	},
	{
		name: 'a byte order mark',
		bend: (envelope) => `\uFEFF${JSON.stringify(envelope)}`,
		then: always('right'),
	},
	{
		name: 'blanks around it',
		bend: (envelope) => `\n\t ${JSON.stringify(envelope, null, 2)} \n`,
		then: always('right'),
	},
	{
		name: 'no message and no request ID',
		bend: ({ code, data }) => ({ code, data }),
		then: always('right'),
	},
];

const OWN = [...LISTS, ...RESULTS, ...PAGES].map((bend) => ({ ...bend, own: true }));

export const BENDS: Bend[] = [...ENVELOPES, ...ADDITIONS, ...OWN];

function withList(envelope: Fields, list: string, value: unknown): Fields {
	return { ...envelope, data: { ...envelope.data, [list]: value } };
}

/** The answer with other facts about its pages, and empty if it is to be. */
function withPaging(
	envelope: Fields,
	{ paged: where, list, inner }: Subject,
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
