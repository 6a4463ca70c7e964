import { fc } from '../support/random';
import { codePoints } from '../../nodes/shared/values/converters';
it.each([
	['', 0],
	['a list', 6],
	['\u{1F600}!', 2],
	['half \uD83D of a pair', 16],
])('counts %j as %i', (text, count) => {
	expect(codePoints(text)).toBe(count);
});

it('agrees with iterating over the text', () => {
	const units = fc.integer({ min: 0xd780, max: 0xe080 }).map((unit) => String.fromCharCode(unit));
	fc.assert(
		fc.property(fc.string({ unit: units }), (text) => {
			expect(codePoints(text)).toBe([...text].length);
		}),
	);
});
