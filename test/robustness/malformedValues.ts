import { fc } from '../support/random';

/** Names of members of Object.prototype, which careless code confuses with own ones. */
const KEYS = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', 'then', 'toJSON'];

/** Halves of emoji, characters of two UTF-16 units, combining marks, and line ends. */
const TEXTS = [
	'',
	' ',
	'\ud83d',
	'a\udc4d',
	'😀',
	'👩‍👩‍👧',
	'e\u0301',
	'\u0000',
	'\u2028',
	'\u202e',
	'null',
	'NaN',
	'-1',
	'1e400',
	'0x10',
	'true',
	'[]',
	'{}',
	'{"__proto__":{"user_id":1}}',
	',',
	',,\n,',
	'{{ $json }}',
	'${7}',
	'<script>',
	"'; --",
	'../../etc',
	'2026-02-30',
	'9999-12-31T23:59:59.999Z',
	'-000001-01-01',
	...KEYS,
];

/** Limits of length in the contract, and one beyond each. */
const LENGTHS = [
	20, 32, 64, 65, 100, 101, 128, 129, 200, 201, 512, 4000, 5000, 5001, 10_000, 10_001,
];

/** Numbers at limits. */
const NUMBERS = [
	0,
	-0,
	1,
	-1,
	0.5,
	20,
	21,
	1e9,
	1e11,
	2 ** 31,
	2 ** 53 - 1,
	2 ** 53,
	8.64e15,
	8.64e15 + 2,
	1e21,
	1e308,
	-1e308,
	5e-324,
];

const text = fc.oneof(
	fc.constantFrom(...TEXTS),
	fc.string({ unit: 'binary', maxLength: 20 }),
	fc
		.tuple(fc.constantFrom('x', 'ü', '😀', '\ud800', 'a,'), fc.constantFrom(...LENGTHS))
		.map(([unit, length]) => unit.repeat(length)),
);

const numbers = fc.constantFrom<unknown>(...NUMBERS);
const scalar = fc.oneof(text, numbers, fc.constantFrom<unknown>(null, true, false));

/** JSON values of all types, small or at a limit, in the wrong place. */
export const jsonValue: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 3, depthSize: 'small' },
		{ weight: 6, arbitrary: scalar },
		{ weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 4 }) },
		{
			weight: 1,
			arbitrary: fc
				.array(
					fc.tuple(fc.oneof(fc.constantFrom(...KEYS), fc.string({ maxLength: 8 })), tie('value')),
					{
						maxLength: 4,
					},
				)
				.map(ownProperties),
		},
	),
})).value;

/** An object with `__proto__` as an own key, as JSON.parse creates it. */
function ownProperties(entries: Array<[string, unknown]>): object {
	const object = {};
	for (const [key, value] of entries) {
		Object.defineProperty(object, key, {
			value,
			enumerable: true,
			writable: true,
			configurable: true,
		});
	}
	return object;
}

/** A text of a few million characters: too long for every field, but not for the test. */
export const hugeText = fc.constantFrom('x', '😀', 'x,').map((unit) => unit.repeat(1_000_000));

/** Expressions with a value that JSON does not have, or without a value. */
export const EXPRESSIONS = [
	'undefined',
	'null',
	'$json.nowhere',
	'NaN',
	'Infinity',
	'-Infinity',
	'BigInt(7)',
	'[undefined]',
	'[NaN, null, ""]',
	'[[["deep"]]]',
	'new Date(NaN)',
	'new Date(8.64e15)',
	'new Date(0)',
	'$now',
	'$now.plus({ years: 9000 })',
	'DateTime.invalid("none")',
	'DateTime.fromISO("nonsense")',
	'new Map([["a", 1]])',
	'new Set([1])',
	'/expression/',
	'new String("boxed")',
	'Object.create(null)',
	'({ toString: 1, valueOf: 1 })',
	'({ toMillis: 7 })',
	'({ length: 3 })',
	'Array(3)',
	'Array(101).fill("u")',
	'Array.from({ length: 21 }, (_, i) => i)',
	'JSON.parse(\'{"__proto__": {"value": 1} }\')',
	'JSON.parse("[".repeat(200) + "]".repeat(200))',
	'"😀".slice(0, 1)',
];
