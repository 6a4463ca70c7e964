import { CursorGuard } from '../../nodes/shared/api/cursorGuard';

const more = (next_page_cursor: unknown) => ({ has_more: true, next_page_cursor }) as never;

it('goes on over 999 empty pages in a row, and ends with an error at the thousandth', () => {
	const trail = new CursorGuard();
	for (let i = 1; i < 1000; i++) expect(trail.next(more(`${i}`), [])).toBe(`${i}`);
	expect(() => trail.next(more('1000'), [])).toThrow('after 1000 in a row without anything new');
});

it('ends with an error at the thousandth page that repeats the rows of the one before', () => {
	const trail = new CursorGuard();
	const rows = [{ uid: 'a' }, { uid: 'b' }];
	for (let i = 0; i < 1000; i++) expect(trail.next(more(`${i}`), rows)).toBe(`${i}`);
	expect(() => trail.next(more('1000'), rows)).toThrow('after 1000 in a row without anything new');
});

it('takes a list inside a row that goes on for something new', () => {
	const trail = new CursorGuard();
	for (let i = 1; i < 3000; i++) {
		const rows = [{ uid: 'a', messages: [{ sequence: i }, { sequence: i + 1 }] }];
		expect(trail.next(more(`${i}`), rows)).toBe(`${i}`);
	}
});

it('counts empty pages anew after one with rows', () => {
	const trail = new CursorGuard();
	for (let i = 1; i < 3000; i++) {
		expect(trail.next(more(`${i}`), i % 999 === 0 ? [i] : [])).toBe(`${i}`);
	}
});

it('refuses a cursor that it was begun with', () => {
	expect(() => new CursorGuard(new Set(['a'])).next(more('a'), [1])).toThrow('repeats');
});
