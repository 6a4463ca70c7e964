import { RoundRobin, urgentIsNext } from '../../nodes/shared/transport/turns';

const any = () => true;

function all(turns: RoundRobin<string>): string[] {
	const order: string[] = [];
	while (!turns.isEmpty) order.push(turns.take(turns.next(any)!));
	return order;
}

function turnsOf(...entries: string[]): RoundRobin<string> {
	const turns = new RoundRobin<string>();
	for (const entry of entries) turns.add(entry[0], entry);
	return turns;
}

it('serves the queues in turn, each first come first served', () => {
	expect(all(turnsOf('a1', 'a2', 'a3', 'b1', 'c1', 'c2'))).toEqual([
		'a1',
		'b1',
		'c1',
		'a2',
		'c2',
		'a3',
	]);
});

it('serves a new queue after one round at most', () => {
	const turns = turnsOf('a1', 'a2', 'b1', 'b2');
	turns.take(turns.next(any)!);
	turns.add('c', 'c1');
	expect(all(turns)).toEqual(['b1', 'a2', 'c1', 'b2']);
});

it('serves an entry that keeps its place next', () => {
	const turns = turnsOf('a1', 'a2', 'b1');
	turns.addFirst('b', 'b0');
	turns.addFirst('z', 'z0');
	expect(all(turns)).toEqual(['z0', 'b0', 'a1', 'b1', 'a2']);
});

it('passes over queues whose first entry may not have its turn', () => {
	const turns = turnsOf('a1', 'a2', 'b1', 'c1');
	const may = (entry: string) => entry !== 'a1';
	expect(turns.next(may)).toBe('b');
	expect(turns.take('b')).toBe('b1');
	expect(turns.next(may)).toBe('c');
	expect(turns.take('c')).toBe('c1');
	expect(turns.next(may)).toBeUndefined();
	expect(all(turns)).toEqual(['a1', 'a2']);
});

it('returns nothing if the queues are empty', () => {
	expect(new RoundRobin().isEmpty).toBe(true);
	expect(new RoundRobin().next(any)).toBeUndefined();
});

it('removes aborted entries from the heads of the queues', () => {
	const turns = turnsOf('a1', 'a2', 'b1', 'c1', 'c2');
	expect(turns.takeGone((entry) => entry < 'b' || entry === 'c1')).toEqual(['a1', 'a2', 'c1']);
	expect(all(turns)).toEqual(['b1', 'c2']);
});

describe('polls and list searches', () => {
	const now = { othersWait: true, urgentInFlight: 0, concurrency: 4, lastWasUrgent: false };

	it.each([
		['go first', {}, true],
		['have half of four requests in flight', { urgentInFlight: 1 }, true],
		['have no more than half', { urgentInFlight: 2 }, false],
		['have more than half if nobody else waits', { urgentInFlight: 2, othersWait: false }, true],
		['have the last free place too', { urgentInFlight: 3, othersWait: false }, true],
		[
			'have every free place after their own turn',
			{ urgentInFlight: 3, othersWait: false, lastWasUrgent: true },
			true,
		],
		['leave the next free place to others, of which one comes', { urgentInFlight: 3 }, false],
		[
			'leave it to others even after their turn, until they have half at most',
			{ urgentInFlight: 2, lastWasUrgent: false },
			false,
		],
		['have three of three', { concurrency: 3, urgentInFlight: 2, othersWait: false }, true],
		['have one of one', { concurrency: 1 }, true],
		['have one of three', { concurrency: 3, urgentInFlight: 1 }, false],
		['leave every other turn to others', { lastWasUrgent: true }, false],
		['continue if nobody else waits', { lastWasUrgent: true, othersWait: false }, true],
	])('%s', (_what, change, next) => {
		expect(urgentIsNext({ ...now, ...change })).toBe(next);
	});
});
