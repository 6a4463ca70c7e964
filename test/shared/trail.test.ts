import { Trail } from '../../nodes/shared/routing/trail';

const more = (next_page_cursor: unknown) => ({ has_more: true, next_page_cursor }) as never;

it('goes on over 999 empty pages in a row, and ends with an error at the thousandth', () => {
	const trail = new Trail();
	for (let i = 1; i < 1000; i++) expect(trail.next(more(`${i}`), 0)).toBe(`${i}`);
	expect(() => trail.next(more('1000'), 0)).toThrow('after 1000 empty ones in a row');
});

it('counts empty pages anew after one with rows', () => {
	const trail = new Trail();
	for (let i = 1; i < 3000; i++) {
		expect(trail.next(more(`${i}`), i % 999 === 0 ? 1 : 0)).toBe(`${i}`);
	}
});

it('refuses a cursor that it was begun with', () => {
	expect(() => new Trail(new Set(['a'])).next(more('a'), 1)).toThrow('repeats');
});
