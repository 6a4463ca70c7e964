import { hasMoreValues, parseMasked } from '../../nodes/shared/transport/readAnswer';

const KEY = 'k/e"y\\ü1';

/** Ways of writing a text in JSON. */
const ESCAPES: Record<string, (text: string) => string> = {
	usual: (text) => JSON.stringify(text),
	'with \\/, as PHP does': (text) => JSON.stringify(text).replaceAll('/', '\\/'),
	'with \\u for all characters': (text) =>
		`"${[...text].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`,
};

describe.each(Object.entries(ESCAPES))('the API key, %s,', (_how, written) => {
	const told = `bad ${KEY} and ${KEY}`;

	it('is masked in texts, names and lists', () => {
		const body = `{"message":${written(told)},"data":{${written(KEY)}:[[{"deep":${written(told)}}]]}}`;
		expect(parseMasked(body, KEY)).toEqual({
			message: 'bad *** and ***',
			data: { '***': [[{ deep: 'bad *** and ***' }]] },
		});
	});
});

it('does not change answers without the key', () => {
	const body = { code: 200, data: { text: 'a "quoted" \\ line\n', none: null, deep: [1, [true]] } };
	expect(parseMasked(JSON.stringify(body), KEY)).toEqual(body);
	expect(parseMasked(JSON.stringify(body), '')).toEqual(body);
});

it('masks the key in an answer that is nested deeply', () => {
	const depth = 5_000;
	const body = `{"data":${'['.repeat(depth)}${JSON.stringify(KEY)}${']'.repeat(depth)}}`;
	let value: unknown = parseMasked(body, KEY)!.data;
	while (Array.isArray(value)) [value] = value as unknown[];
	expect(value).toBe('***');
});

it.each(['', '[]', '"text"', 'null', '{"data":', '<html>'])('is no object: %j', (body) => {
	expect(parseMasked(body, KEY)).toBeUndefined();
});

describe('the number of values of a JSON text', () => {
	it.each([
		['{}', 1],
		['{"a":1,"b":[2,3]}', 4],
		['{"text":",[{,[{","b":2}', 2],
		[JSON.stringify({ text: '",[{\\', b: '\\\\",[' }), 2],
	])('%s', (json, values) => {
		expect(hasMoreValues(json, values)).toBe(false);
		expect(hasMoreValues(json, values - 1)).toBe(true);
	});

	it('of a text that does not end is that of what is before it', () => {
		expect(hasMoreValues('{"a', 1)).toBe(false);
		expect(hasMoreValues('{"a\\"', 0)).toBe(true);
	});
});
