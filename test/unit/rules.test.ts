import { atMostTogether, before, notAfter } from '../../nodes/shared/parameters/rules';

const name = (property: string) => `'${property}'`;

it('takes the same instant for both bounds where both belong to the span', () => {
	const rule = notAfter('start', 'end');
	expect(rule({ start: 1, end: 1 }, name)).toBeUndefined();
	expect(rule({ start: 2, end: 1 }, name)).toBe("'end' is before 'start'");
});

it('refuses the same instant for both where the end does not belong to it', () => {
	const rule = before('start', 'end');
	expect(rule({ start: 1, end: 2 }, name)).toBeUndefined();
	expect(rule({ start: 1, end: 1 }, name)).toBe("'end' must be later than 'start'");
});

it('has nothing to say of a span with one bound', () => {
	for (const rule of [notAfter('start', 'end'), before('start', 'end')]) {
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
