import type { IDataObject } from 'n8n-workflow';

import { jsonOf, useService } from '../support/useService';
import { uid } from '../../dev/contract/choices';

/** Malformed values of expressions: the error names the field, before anything is sent. */

const fixture = useService();

async function refusal(
	node: string,
	parameters: IDataObject,
	value?: unknown,
): Promise<IDataObject> {
	const { errors } = await fixture.run({
		node,
		parameters: parameters as never,
		items: [{ value: value as never }],
		settings: { onError: 'continueErrorOutput' },
	});
	expect(fixture.requests).toEqual([]);
	expect(errors).toHaveLength(1);
	return jsonOf(errors)[0] as IDataObject;
}

const create = (text: string, others: IDataObject = {}) => ({
	resource: 'record',
	operation: 'create',
	text,
	...others,
});
const update = (options: IDataObject) => ({
	resource: 'record',
	operation: 'update',
	record: uid('record_1'),
	updateFields: { title: 'New' },
	options,
});
const send = (body: string) => ({ resource: 'bot', operation: 'getAll', body });

it.each(['NaN', 'Infinity', '1 / 0'])('does not write %s as a text', async (source) => {
	const { error } = await refusal('svcRecords', create(`={{ ${source} }}`));
	expect(error).toMatch(/^'Text' must be text, not an invalid number/);
});

it('writes a number as its text', async () => {
	const { items } = await fixture.run({
		node: 'svcRecords',
		parameters: create('={{ 7.5 }}') as never,
	});
	expect(items).toHaveLength(1);
	expect((fixture.bodies[0].items as IDataObject[])[0].text_content).toBe('7.5');
});

it('accepts a text of one character', async () => {
	const { items } = await fixture.run({ node: 'svcRecords', parameters: create('x') as never });
	expect(items).toHaveLength(1);
});

it('refuses half of an emoji', async () => {
	const { error, details } = await refusal('svcRecords', create('={{ "a😀".slice(0, 2) }}'));
	expect(error).toMatch(/^'Text' contains half a character/);
	expect((details as IDataObject).description).toContain('Nothing was sent');
});

it('refuses half of an emoji in a JSON body', async () => {
	const body = { deep: [{ text: '\ud83d' }] };
	const { error } = await refusal('svcBots', send('={{ $json.value }}'), body);
	expect(error).toMatch(/^'Body' contains half a character/);
});

it('sends whole emoji up to the limit, counted as one character each', async () => {
	const { error } = await fixture.run({
		node: 'svcRecords',
		parameters: create('={{ "😀".repeat(5000) }}') as never,
	});
	expect(error).toBeUndefined();
	expect(fixture.requests).toHaveLength(1);
});

it.each([
	['a user_id', '={{ ({ user_id: 1 }) }}', "must not contain 'user_id'"],
	['a date', '={{ $now }}', 'must be a JSON object'],
	['a list', '={{ [1] }}', 'must be a JSON object'],
	['broken text', '{"a": ', 'is not JSON'],
])('refuses %s as a JSON body', async (_what, body, words) => {
	expect((await refusal('svcBots', send(body))).error).toContain(`'Body' ${words}`);
});

it.each([
	['Expected Version', update({ expectedVersion: '={{ $json.nowhere }}' })],
	['Expected Version', update({ expectedVersion: '={{ null }}' })],
	['Idempotency Key', update({ idempotencyKey: '={{ $json.nowhere }}' })],
	['Write Once Per', create('text', { options: { writeOncePer: '={{ "" }}' } })],
])(
	'does not treat an expression without a value as an empty field: %s',
	async (name, parameters) => {
		const { error, details } = await refusal('svcRecords', parameters);
		expect(error).toBe(`'${name}' is empty`);
		expect((details as IDataObject).description).toContain('The expression yields no value');
	},
);

it('generates the key if the field is empty', async () => {
	const parameters = create('text', { options: { writeOncePer: '' } });
	const { items } = await fixture.run({ node: 'svcRecords', parameters: parameters as never });
	expect(items).toHaveLength(1);
});

it.each([
	['the time after the last valid date', 8_640_000_000_000_001],
	['a negative time', -1],
])('refuses %s as a time', async (_what, value) => {
	const times = { period: 'custom', after: '={{ $json.value }}' };
	const parameters = { resource: 'record', operation: 'getAll', ...times };
	expect((await refusal('svcRecords', parameters, value)).error).toMatch(/^'After' is not a date/);
});

it('refuses a day after the year 9999', async () => {
	const days = { period: 'custom', lastDay: '={{ 8640000000000000 }}' };
	const parameters = { resource: 'record', operation: 'search', keyword: 'kiln', ...days };
	expect((await refusal('svcRecords', parameters)).error).toMatch(/^'Last Day' is not a date/);
});
