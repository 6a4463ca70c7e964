import { atMostTogether, daysInOrder, inOrder } from '../../nodes/shared/values/rules';

const name = (property: string) => `'${property}'`;

it('accepts a single day as a span of days', () => {
	const rule = daysInOrder('first', 'last');
	expect(rule({ first: '2026-01-01', last: '2026-01-01' }, name)).toBeUndefined();
	expect(rule({ first: '2026-01-02', last: '2026-01-01' }, name)).toBe("'last' is before 'first'");
});

it('refuses the same instant for both bounds of a span', () => {
	const rule = inOrder('start', 'end');
	expect(rule({ start: 1, end: 2 }, name)).toBeUndefined();
	expect(rule({ start: 1, end: 1 }, name)).toBe("'end' must be later than 'start'");
	// The last millisecond of the span is sent: 1 for [1, 2)
	const inclusive = inOrder('start', 'end', { inclusive: true });
	expect(inclusive({ start: 1, end: 1 }, name)).toBeUndefined();
	expect(inclusive({ start: 1, end: 0 }, name)).toBe("'end' must be later than 'start'");
});

it('accepts a span with one bound', () => {
	for (const rule of [daysInOrder('start', 'end'), inOrder('start', 'end')]) {
		expect(rule({ start: 1 }, name)).toBeUndefined();
		expect(rule({ end: 0 }, name)).toBeUndefined();
	}
});

it('counts two lists together up to the limit', () => {
	const rule = atMostTogether(['a', 'b'], 3);
	expect(rule({ a: ['x', 'y'], b: ['z'] }, name)).toBeUndefined();
	expect(rule({ a: ['x', 'y'], b: ['z', 'w'] }, name)).toContain(
		'at most 3 entries together, not 4',
	);
});
