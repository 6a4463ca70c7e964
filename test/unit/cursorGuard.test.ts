import { CursorGuard } from '../../nodes/shared/api/paginate';

const more = (next_page_cursor: unknown) => ({ has_more: true, next_page_cursor }) as never;

it('accepts 999 empty pages in a row, and fails at the thousandth', () => {
	const trail = new CursorGuard();
	for (let i = 1; i < 1000; i++) expect(trail.next(more(`${i}`), [])).toBe(`${i}`);
	expect(() => trail.next(more('1000'), [])).toThrow('after 1000 in a row without anything new');
});

it('fails at the thousandth page with the rows of the previous one', () => {
	const trail = new CursorGuard();
	const rows = [{ uid: 'a' }, { uid: 'b' }];
	for (let i = 0; i < 1000; i++) expect(trail.next(more(`${i}`), rows)).toBe(`${i}`);
	expect(() => trail.next(more('1000'), rows)).toThrow('after 1000 in a row without anything new');
});

it('treats a continued list inside a row as new rows', () => {
	const trail = new CursorGuard();
	for (let i = 1; i < 3000; i++) {
		const rows = [{ uid: 'a', messages: [{ sequence: i }, { sequence: i + 1 }] }];
		expect(trail.next(more(`${i}`), rows)).toBe(`${i}`);
	}
});

it('starts counting empty pages again after a page with rows', () => {
	const trail = new CursorGuard();
	for (let i = 1; i < 3000; i++) {
		expect(trail.next(more(`${i}`), i % 999 === 0 ? [i] : [])).toBe(`${i}`);
	}
});

it('refuses the cursor that it started with', () => {
	expect(() => new CursorGuard(new Set(['a'])).next(more('a'), [1])).toThrow('repeats');
});
