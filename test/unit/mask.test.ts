import { parseMasked } from '../../nodes/shared/transport/readAnswer';

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

it.each(['1', 'true', 'n1', 'u0041'])('leaves what is no text as it is with the key %j', (key) => {
	const body = '{"code":1.1e1,"data":{"is":true,"none":null,"text":"a\\n1\\u0041"}}';
	expect(parseMasked(body, key)).toMatchObject({ code: 11, data: { is: true, none: null } });
});
