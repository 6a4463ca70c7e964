import type { IDataObject } from 'n8n-workflow';

import { hasText, interpret, refuse } from '../../nodes/shared/operations/writes/verdicts';
import type { Write } from '../../nodes/shared/operations/writes/write';

/** Verdicts on the outcomes of a service. */

const write = (more: Partial<Write> = {}) =>
	({ thing: 'thing', repeat: 'idempotent', target: ['uid'], ...more }) as unknown as Write;
const ITEM = { uid: 'a', text: 'hello' };
const verdict = (outcome: IDataObject | Error, more?: Partial<Write>) =>
	interpret(write(more), ITEM, outcome);

const NESTED = { entity: 'thing' } as Partial<Write>;
const STATUSES = { refusals: ['not_found'] } as Partial<Write>;
const BY_TEXT = { succeeded: hasText('id') };
const NEITHER = 'says neither that this item succeeded nor that it was rejected';

it.each<[string, IDataObject, Partial<Write> | undefined, IDataObject]>([
	['itself', { item_id: 'i', status: 'succeeded', n: 1 }, undefined, { status: 'succeeded', n: 1 }],
	['its object', { item_id: 'i', status: 'succeeded', thing: { n: 1 } }, NESTED, { n: 1 }],
	[
		'its other fields and its target, without an object',
		{ item_id: 'i', status: 'succeeded', n: 1 },
		NESTED,
		{ uid: 'a', n: 1 },
	],
	[
		'what the operation presents',
		{ status: 'succeeded', n: 1 },
		{ rowOf: ({ n }, { text }) => ({ n, sent: text }) },
		{ n: 1, sent: 'hello' },
	],
	['itself, if a field says so', { id: 'b' }, BY_TEXT, { id: 'b' }],
])('an outcome is written as %s', (_as, outcome, more, row) => {
	expect(verdict(outcome, more)).toEqual({ kind: 'written', row });
});

it.each<[string, IDataObject, Partial<Write> | undefined, IDataObject, string | undefined]>([
	[
		'a reason',
		{ item_id: 'i', status: 'rejected', reason: 'not_active' },
		undefined,
		{ uid: 'a', status: 'rejected', reason: 'not_active' },
		'not_active',
	],
	[
		'a text',
		{ id: 'b', status: 'rejected' },
		BY_TEXT,
		{ uid: 'a', id: 'b', status: 'rejected' },
		undefined,
	],
	[
		'a null reason',
		{ status: 'rejected', reason: null },
		undefined,
		{ uid: 'a', status: 'rejected', reason: null },
		undefined,
	],
	['a reason alone', { reason: 'full' }, undefined, { uid: 'a', reason: 'full' }, 'full'],
	[
		'a status as reason',
		{ status: 'not_found', reason: 'other' },
		STATUSES,
		{ uid: 'a', status: 'not_found', reason: 'other' },
		'not_found',
	],
	['no target', { status: 'rejected' }, { target: undefined }, { status: 'rejected' }, undefined],
])('an outcome is rejected with %s', (_with, outcome, more, told, reason) => {
	expect(verdict(outcome, more)).toEqual({ kind: 'rejected', outcome: told, reason });
});

it.each<[string, IDataObject | Error, Partial<Write> | undefined, string]>([
	['a broken answer', new Error('No items'), undefined, 'No items'],
	['an unlisted status', { status: 'queued', reason: 'busy' }, STATUSES, NEITHER],
	['a number in place of a text', { id: 1 }, BY_TEXT, NEITHER],
	['an empty text', { id: '' }, BY_TEXT, NEITHER],
	['a broken object', { status: 'succeeded', thing: 'text' }, NESTED, "'thing'"],
])('the outcome is unknown after %s', (_after, outcome, more, message) => {
	expect(verdict(outcome, more)).toEqual({
		kind: 'unknown',
		error: expect.objectContaining({
			message: expect.stringContaining(message) as string,
		}) as Error,
	});
});

it('an outcome can be undecided', () => {
	const more: Partial<Write> = { uncertain: 'repeat' };
	expect(verdict({ status: 'unknown' }, more)).toEqual({ kind: 'undecided' });
	expect(verdict({ status: 'succeeded' }, more)).toMatchObject({ kind: 'written' });
});

it.each<[Partial<Write> | undefined, IDataObject]>([
	[undefined, { uid: 'a', status: 'rejected', reason: 'not_found' }],
	[STATUSES, { uid: 'a', status: 'not_found' }],
])('a refusal of the node reads like one of the service (%o)', (more, outcome) => {
	const reason = 'not_found';
	expect(refuse(write(more), ITEM, reason)).toEqual({ kind: 'rejected', outcome, reason });
});
