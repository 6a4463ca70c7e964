import { formatValue } from '../../nodes/shared/errors/format';
import { expectClear } from './expectClear';

/** The check of messages itself: a value may contain any word, our own words may not. */

const about = (value: unknown) => `'Due' is not a time: ${formatValue(value)}. Write "2026-06-15"`;

it.each<[string, unknown]>([
	['a text', 'NaN'],
	['a text with quotes', '"NaN" undefined'],
	['a text that ends in a backslash', 'NaN\\'],
	['a text with JSON', '{"":"NaN","__proto__":["\'; --"]}'],
	['a text with JSON of JSON', JSON.stringify(JSON.stringify({ a: 'undefined' }))],
	['a text with an ellipsis', 'a… undefined'],
	['a text with quotes and an ellipsis', '"a"… NaN "'],
	['a text of the greatest length', `${'x'.repeat(54)} NaN`],
	['a text that is cut off', `NaN undefined ${'x'.repeat(100)}`],
	['a text that is cut off between quotes', `"NaN" "undefined" ${'"'.repeat(100)}`],
	['a text that is cut off in a word', `${'x '.repeat(28)}undefined`],
	['a text that is cut off behind a backslash', `${'\\'.repeat(29)}NaN`],
	['a text that is cut off in a character', `NaN${'x'.repeat(55)}😀😀`],
	['a text with line breaks', 'TypeError\n"NaN"'],
	['an object', { undefined: 'NaN' }],
	['an object with quotes in a key', { '"NaN"': '[object' }],
	['an object that is cut off in a text', { a: 'NaN', b: `undefined ${'x'.repeat(60)}` }],
	['an object that is cut off in a key', { a: 'NaN', [`TypeError ${'x'.repeat(60)}`]: 1 }],
	['an object in objects that is cut off', { a: { b: { c: ['NaN', 'x'.repeat(60)] } } }],
	['a list', ['[object Object]', 'undefined']],
	['a list of lists', [[['call stack']]]],
])('takes %s for what was given', (_what, value) => {
	expectClear(about(value));
});

it.each([
	['a word that JSON.parse quotes', '{ "NaN": undefined }'],
	['a text with quotes', 'undefined, "undefined"'],
	['the end of a long text', `${'"a" '.repeat(20)}, "undefined": NaN`],
])('takes %s for what was given, if it is no JSON', (_what, text) => {
	let said = '';
	try {
		JSON.parse(text);
	} catch (error) {
		said = (error as Error).message;
	}
	expectClear(`'Body' is not JSON: ${said}`);
});

it.each([
	['alone', "'Due' is NaN"],
	['before a value', `'Due' is undefined: ${formatValue('x')}`],
	['behind a value', `'Due' ${formatValue('x')} is not a function`],
	['between two values', `'Due' ${formatValue('x')} is not iterable: ${formatValue('y')}`],
	['behind a text with quotes', `'Due' ${formatValue('a "b')} is NaN: ${formatValue('c')}`],
	['behind an escaped backslash', `'Due' ${formatValue('a\\')} is NaN: ${formatValue('c')}`],
	['behind an object', `'Due' ${formatValue({ a: '"' })} is [object Object]`],
	['behind a list', `'Due' ${formatValue(['"', ']'])} is undefined`],
	['behind a text that is cut off', `'Due' ${formatValue('x'.repeat(99))} is NaN: "y"`],
	['behind quotes that are cut off', `'Due' ${formatValue('"'.repeat(99))} is NaN: "y"`],
	['behind an object that is cut off', `'Due' ${formatValue({ a: 'x'.repeat(99) })} is NaN: "y"`],
	['behind a character that is cut off', `'Due' ${formatValue(`${'x'.repeat(58)}😀`)} is NaN`],
	['instead of an object', `'Due' is not a time: ${String({})}`],
	['in a single quotation mark', `'Due' is 5" long: undefined`],
])('refuses a technical word %s', (_where, message) => {
	expect(() => expectClear(message)).toThrow('not.toMatch');
});

it.each([
	['what is no sentence of ours', 'Cannot continue'],
	['an error of JavaScript', 'TypeError: x is not a function'],
	['what is as long as its value', `'Due' is not a time: ${'x'.repeat(1_000)}`],
])('refuses %s', (_what, message) => {
	expect(() => expectClear(message)).toThrow();
});
