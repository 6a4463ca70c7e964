import { overrideLimits } from '../../dev/limits';
import { HEAVY, SIMULATIONS } from '../support/effort';
import { randomOf } from '../support/random';
import {
	play,
	playInEngine,
	preview,
	randomHistory,
	settingsOf,
	type History,
	type Lawless,
} from './histories';
import { declaredOf, KINDS, type Kind } from './kinds';
import { isOfRecord, note, testHistories } from './testHistories';

let restore: (() => void) | undefined;
afterEach(() => restore?.());

testHistories(KINDS.filter(({ title }) => !isOfRecord(title)));

it('random histories of two faults and up to six items have no flaw either', async () => {
	const random = randomOf('histories');
	const below = (end: number) => random.int(0, end - 1);
	const flaws = new Map<string, string>();
	for (let i = 0; i < SIMULATIONS * (HEAVY ? 50 : 10); i++) {
		note(await play(randomHistory(below)), flaws);
	}
	expect([...flaws]).toEqual([]);
});

it('a request that is refused as a whole after a try without an answer leaves its items in doubt', async () => {
	const flaws = new Map<string, string>();
	for (const kind of KINDS)
		for (const base of settingsOf(kind)) {
			if (base.attempts === 1 || base.on.length === 1) continue;
			for (const at of [0, 1, 2]) {
				const lost = { kind: 'lostAfter' as const, at };
				const refused = { kind: 'refused' as const, at: at + 1 };
				note(await play({ ...base, faults: [lost, refused] }), flaws);
			}
		}
	expect([...flaws]).toEqual([]);
});

it("n8n's engine makes the same changes in random histories with Retry On Fail", async () => {
	const random = randomOf('engine');
	// In the same order: one at a time, also after the account was read
	restore = overrideLimits({ maxInFlight: 1 });
	for (let i = 0; i < Math.min(SIMULATIONS, 40); i++) {
		const any = randomHistory((end) => random.int(0, end - 1));
		// The end of a try, and with it that of a lasting fault, is n8n's
		const faults = any.faults.filter(({ kind }) => !/^(stop|down)/.test(kind));
		const history: History = { ...any, faults, retry: 'onFail', onError: 'stop' };
		const { effects } = await play(history);
		const { kind, ...rest } = history;
		const told = JSON.stringify([kind.title, rest]);
		expect([told, await playInEngine(history)]).toEqual([told, effects]);
	}
});

/** In a world that breaks a rule, the invariant that rests on it fails. */
describe('a control run finds', () => {
	const kindOf = (title: string) => KINDS.find((kind) => kind.title.endsWith(title))!;
	const create = kindOf('Record > Create');
	const update = kindOf('Record > Update');
	const one: Omit<History, 'kind'> = {
		on: ['thing_a'],
		onError: 'stop',
		output: false,
		retry: 'onFail',
		attempts: 1,
		faults: [],
	};
	const lost = { faults: [{ kind: 'lostAfter' as const, at: 0 }] };

	it.each<[string, Kind, Partial<History>, Lawless]>([
		['made twice', create, lost, { model: { keys: true } }],
		['made in another order', kindOf('Message > Send'), { on: ['a', 'a'] }, { disorder: true }],
		['said to be made, but was not', create, {}, { idle: true }],
		['said not to be made, but was', update, {}, { lies: true }],
		['another object in the row', create, {}, { swaps: true }],
		['sent after stop', update, { faults: [{ kind: 'stop', at: 0 }] }, { deaf: true }],
		[
			'undid another change',
			update,
			{ faults: [{ kind: 'lostBefore', at: 1 }], act: { at: 1, on: 'thing_a' } },
			{ model: { expected: true } },
		],
		[
			'not made although the fault passed',
			create,
			{ faults: [{ kind: 'down', at: 0 }] },
			{ endless: true },
		],
	])('%s', async (flaw, kind, history, lawless) => {
		const { flaws } = await play({ kind, ...one, ...history }, lawless);
		expect(flaws.join()).toContain(flaw);
		expect((await play({ kind, ...one, ...history })).flaws).toEqual([]);
	});

	it('a write under Validate Only', async () => {
		const { endpoint } = declaredOf(create).operation;
		const { preview: before } = endpoint;
		endpoint.preview = endpoint;
		try {
			expect(await preview(create, ['thing_a'])).toBe(1);
		} finally {
			endpoint.preview = before;
		}
	});
});
