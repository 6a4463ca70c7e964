import type { IDataObject } from 'n8n-workflow';

import { FailureError } from '../../nodes/shared/errors/failure';
import { LIMITS } from '../../nodes/shared/limits';
import { appending } from '../../nodes/shared/operations/writes/appending';
import { digestOf } from '../../nodes/shared/operations/writes/entry';
import { inParts } from '../../nodes/shared/operations/writes/inParts';
import { stepwise } from '../../nodes/shared/operations/writes/stepwise';
import { SINGLE, type WriteItem } from '../../nodes/shared/operations/writes/write';

/** Requests of items that need more than one: appended texts, steps of a status, parts of a text. */

const failed = new FailureError({ message: 'Failed', description: 'Why.', status: 503 });
const itemOf = (more: object): WriteItem =>
	({ item: {}, input: { settings: {} }, doubt: false, at: 0, ...more }) as unknown as WriteItem;

describe('a text that is appended', () => {
	const append = appending(
		{ thing: 'thing', made: (entity, { text }) => ({ made: entity.version, text }) },
		{
			field: 'text',
			next: ({ text, ...item }, entity, settings) => {
				if (entity.full) throw new FailureError({ message: 'Too long' });
				return { ...item, ...settings, text: `${String(entity.text)}${String(text)}` };
			},
			outdated: 'stale',
		},
	);
	const opened = (more: object = {}) => {
		const item = itemOf({
			item: { uid: 'a', text: '!' },
			input: { settings: { way: 'end' } },
			known: { version: 2 },
			entity: { text: 'one', version: 2 },
			...more,
		});
		return { item, course: append(item) };
	};
	const merged = { uid: 'a', version: 2, way: 'end', text: 'one!' };

	it('is sent with the text of its object, no earlier than that was read', () => {
		const { item, course } = opened();
		expect([course.readsAgain, course.fields({ n: 1 })]).toEqual([true, { n: 1 }]);
		const before = Date.now();
		expect(course.prepare()).toBeUndefined();
		expect(item.at).toBeGreaterThanOrEqual(before);
		expect(course.fields({ n: 1 })).toEqual(merged);
		expect(course.memory()).toEqual({ sent: digestOf(['one!']).slice(0, 8) });
		const later = opened({ at: before + 60_000 });
		later.course.prepare();
		expect(later.item.at).toBe(before + 60_000);
	});

	it('fails if it does not fit', () => {
		const { course } = opened({ entity: { full: true } });
		expect(course.prepare()).toMatchObject({ error: { failure: { message: 'Too long' } } });
	});

	const sent = digestOf(['one']).slice(0, 8);
	it.each<[string, object, object | undefined]>([
		[
			'is sent again if nobody has changed the object',
			{ expected: { version: 2 }, sent },
			undefined,
		],
		[
			'was made if the object has it',
			{ expected: { version: 1 }, sent },
			{ outcome: { made: 2, text: 'one' } },
		],
		[
			'is not sent if the object was changed again',
			{ expected: { version: 1 }, sent: '01234567' },
			{ error: { failure: { outcomeUnknown: true } } },
		],
		[
			'is not sent if its first text is not known',
			{ sent: undefined },
			{ error: { failure: { outcomeUnknown: true } } },
		],
	])('%s, after a try without an answer', (_what, earlier, settled) => {
		const { item, course } = opened({ doubt: true, earlier });
		const prepared = course.prepare();
		if (settled) expect(prepared).toMatchObject(settled);
		else expect(prepared).toBeUndefined();
		// The same request has the same time
		expect(item.at).toBe(0);
	});

	it('is not taken for made where nothing tells it', () => {
		const untold = appending(
			{ thing: 'thing' },
			{ field: 'text', next: (item) => item, outdated: 'x' },
		);
		const earlier = { expected: { version: 1 }, sent };
		const course = untold(itemOf({ doubt: true, earlier, entity: { text: 'one' } }));
		expect(course.prepare()).toMatchObject({ error: { failure: { outcomeUnknown: true } } });
		expect(untold(itemOf({ doubt: true, entity: {} })).prepare()).toBeUndefined();
	});

	it('is made anew from an object that was changed meanwhile, a few times', () => {
		const { item, course } = opened();
		expect([course.retries('other'), item.at]).toEqual([false, 0]);
		expect(course.tell(failed).failure).toEqual(failed.failure);
		for (let i = 1; i < LIMITS.maxOutdated; i++)
			expect([course.retries('stale'), item.at]).toEqual([true, i]);
		expect(course.retries('stale')).toBe(false);
		const { failure } = course.tell(failed);
		expect(failure).toMatchObject({ message: 'Failed', status: 503 });
		expect(failure.description).toMatch(
			new RegExp(`^Why. The node read the thing .* ${LIMITS.maxOutdated} times`),
		);
		const plain = course.tell(new FailureError({ message: 'Failed' })).failure.description;
		expect(plain).toMatch(/^ The node/);
		expect(opened({ doubt: true }).course.retries('stale')).toBe(false);
	});
});

describe('a state that takes several steps', () => {
	const steps = stepwise({
		next: (item) => ({ ...item, to: Number(item.from) + 1 }),
		fulfilled: ({ want }, { at }) => want === at,
		leadsTo: ({ to }) => ({ at: to }),
		standing: ({ at }) => `It is at ${String(at)}`,
		settled: ({ want, from }, _settings, entity) => {
			if (from === 9) return new FailureError({ message: 'Never' });
			return want === from || entity?.done ? { done: true } : undefined;
		},
	});
	const opened = (more: object = {}) =>
		steps(itemOf({ item: { want: 3 }, known: { from: 1 }, ...more }));

	it('has begun once a step was made, also by an earlier try', () => {
		const course = opened();
		expect([course.hasBegun, course.memory()]).toEqual([false, {}]);
		expect(course.tell(failed)).toBe(failed);
		expect(course.fields({ from: 1 })).toEqual({ from: 1, to: 2 });
		expect(course.continues({ at: 2 })).toBe(true);
		expect([course.hasBegun, course.memory()]).toEqual([true, { step: true }]);
		expect(course.tell(failed).failure.message).toBe('It is at 2, but then: Failed');
		expect(course.continues({ at: 3 })).toBe(false);
		const again = opened({ earlier: { step: true } });
		expect([again.hasBegun, again.memory()]).toEqual([true, { step: true }]);
	});

	it('ends after the most steps that there can be', () => {
		const course = opened();
		for (let i = 1; i < LIMITS.maxSteps; i++) expect(course.continues({ at: 2 })).toBe(true);
		expect(course.continues({ at: 2 })).toMatchObject({
			failure: { message: `the status was not reached after ${LIMITS.maxSteps} steps` },
		});
	});

	it.each<[string, object, object | undefined]>([
		['is sent', {}, undefined],
		['is there already', { known: { from: 3 } }, { row: { done: true } }],
		['is there, as the object shows', { entity: { done: true } }, { row: { done: true } }],
		['cannot be reached', { known: { from: 9 } }, { error: { failure: { message: 'Never' } } }],
		[
			'is sent again after a try without an answer',
			{ known: { from: 3 }, doubt: true, earlier: { expected: { from: 2 } } },
			undefined,
		],
		['is looked at if that try is forgotten', { known: { from: 3 }, doubt: true }, { row: {} }],
		[
			'is looked at after a rejection',
			{ known: { from: 3 }, earlier: { expected: {} } },
			{ row: {} },
		],
	])('%s', (_what, more, settled) => {
		const prepared = opened(more).prepare();
		if (settled) expect(prepared).toMatchObject(settled);
		else expect(prepared).toBeUndefined();
	});

	it('is shown step by step by Validate Only', () => {
		const course = opened();
		expect(course.after({ to: 2 })).toEqual({ at: 2 });
		expect(course.after({ to: 3 })).toBeUndefined();
	});
});

describe('a text in parts', () => {
	const how = { things: 'messages', field: 'text', maxLength: 3 };
	const opened = (more: object = {}, parts: object = {}) =>
		inParts({ ...how, ...parts })(
			itemOf({
				item: { text: 'one two six' },
				input: { settings: { ifTooLong: 'split' } },
				...more,
			}),
		);

	it.each<[string, object]>([
		['the option is another', { input: { settings: { ifTooLong: 'shorten' } } }],
		['the text fits', { item: { text: 'one' } }],
		['there is no text', { item: { n: 1 } }],
	])('is a single request if %s', (_why, more) => {
		expect(opened(more)).toBe(SINGLE);
	});

	it('is sent part by part, with keys of their own, and says how far it is', () => {
		const course = opened();
		expect([course.memory(), course.tell(failed)]).toEqual([{}, failed]);
		const sent = (['one', 'two', 'six'] as const).map((text, i) => {
			const shown = [course.fields({ n: 1, text: '' }), course.keyEnd()];
			expect(course.continues({ uid: text })).toBe(i < 2);
			return shown;
		});
		expect(sent).toEqual([
			[{ n: 1, text: 'one' }, ''],
			[{ n: 1, text: 'two' }, '-2'],
			[{ n: 1, text: 'six' }, '-3'],
		]);
		const parts = ['one', 'two', 'six'].map((uid) => ({ uid }));
		expect([course.memory(), course.kept({})]).toEqual([{ parts }, { parts }]);
		expect(course.rows({ parts: [{ uid: 'one' }, { uid: 'two', text: 'TWO' }] })).toEqual([
			{ uid: 'one', text: 'one', part: 1, parts: 3 },
			{ uid: 'two', text: 'TWO', part: 2, parts: 3 },
		]);
		expect(course.rows({ uid: 'a' })).toEqual([{ uid: 'a', text: 'one', part: 1, parts: 3 }]);
		expect(course.tell(failed).failure.message).toBe(
			'3 of 3 messages were written, but then: Failed',
		);
	});

	it('goes on behind the parts that an earlier try has written', () => {
		const earlier = { state: 'begun', parts: [{ uid: 'one' }] };
		const course = opened({ earlier });
		expect([course.fields({}), course.keyEnd()]).toEqual([{ text: 'two' }, '-2']);
		expect(course.continues({ uid: 'two' })).toBe(true);
		expect(course.memory().parts).toEqual([{ uid: 'one' }, { uid: 'two' }]);
		expect(earlier.parts).toHaveLength(1);
		// Its row is requested again with the keys of all parts
		const whole = opened({ earlier: { state: 'written', parts: [{ uid: 'one' }] } });
		expect([whole.fields({}), whole.keyEnd(), whole.memory()]).toEqual([{ text: 'one' }, '', {}]);
		const all = [1, 2, 3].map((uid) => ({ uid }));
		expect(opened({ earlier: { state: 'doubt', parts: all } }).fields({})).toEqual({ text: 'six' });
	});

	it('keeps texts whole, and gives each part what belongs to it', () => {
		const course = opened(
			{ item: { text: 'one@bot', keep: '@bot' } },
			{
				maxLength: 5,
				whole: ({ keep }: IDataObject) => [String(keep)],
				partOf: (_item: IDataObject, { start }: { start: number }) => ({ start }),
			},
		);
		expect(course.fields({})).toEqual({ text: 'one', start: 0 });
		course.continues({});
		expect(course.fields({})).toEqual({ text: '@bot', start: 3 });
	});

	it('is shown part by part by Validate Only', () => {
		const course = opened();
		for (const next of [{}, {}, undefined]) expect(course.after({})).toEqual(next);
		expect(course.keyEnd()).toBe('-3');
		expect(course.memory()).toEqual({});
	});
});
