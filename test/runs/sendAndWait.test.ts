import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { WAIT_INDEFINITELY } from 'n8n-workflow';
import { CONTRACT } from '../../nodes/shared/contract';
import type { Outcome, Setup } from '../../dev/engine/runNode';
import { callTool } from '../../dev/engine/runTool';
import { useService } from '../support/useService';

/** Messages, refusals and waits of Send and Wait for Response. In n8n, test/e2e/sendAndWait.test.ts answers them. */

const fixture = useService();

const { maxLength } = CONTRACT['/api/v1/chat/messages/send'].fields.text_content;
const MESSAGE = 'May the kiln be fired?';

async function ask(parameters: INodeParameters = {}, setup: Partial<Setup> = {}): Promise<Outcome> {
	const [chat] = fixture.service.account('a').conversations.keys();
	return await fixture.run({
		node: 'svcChat',
		parameters: {
			resource: 'message',
			operation: 'sendAndWait',
			sendTo: 'conversation',
			conversation: { __rl: true, mode: 'id', value: chat },
			message: MESSAGE,
			...parameters,
		},
		...setup,
	});
}

const waitOf = ({ run }: Outcome) => run.waitTill ?? undefined;
const texts = () =>
	fixture
		.asked('sendChatMessages')
		.flatMap(({ items }) =>
			(items as IDataObject[]).map(({ text_content }) => String(text_content)),
		);

const form = (...values: IDataObject[]): INodeParameters => ({
	responseType: 'customForm',
	formFields: { values } as INodeParameters,
});
const limit = (values: IDataObject): INodeParameters => ({
	options: { limitWaitTime: { values } } as INodeParameters,
});
const length = (values: IDataObject) => limit({ limitType: 'afterTimeInterval', ...values });

describe('a question that cannot be asked is refused before anything is sent', () => {
	test.each<[string, INodeParameters, Partial<Setup>, string]>([
		['for several items', {}, { items: [{}, {}] }, 'there are 2 input items'],
		['with a form without fields', form(), {}, "'Form Fields' is empty"],
		['with a field without a name', form({ fieldLabel: ' ' }), {}, "an empty 'Field Name'"],
		[
			'with two fields of one name',
			form({ fieldLabel: 'Why' }, { fieldLabel: ' Why' }),
			{},
			'two fields with the same name: "Why"',
		],
		['with a name of the output', form({ fieldLabel: 'timedOut' }), {}, 'name of the node’s own'],
		[
			'with a list without choices',
			form({ fieldLabel: 'Kiln', fieldType: 'dropdown' }),
			{},
			'a field without choices: "Kiln"',
		],
		['with a wait of no length', length({ resumeAmount: 0 }), {}, "'Limit Wait Time' has an end"],
		[
			'with an end that has passed',
			limit({ limitType: 'atSpecifiedTime', maxDateAndTime: '2020-01-01T00:00:00Z' }),
			{},
			"'Limit Wait Time' has an end",
		],
		['with a text beyond the limit', { message: 'x'.repeat(maxLength) }, {}, 'is too long'],
		['with no text', { message: ' ' }, {}, "'Message'"],
	])('%s', async (_what, parameters, setup, message) => {
		const outcome = await ask(parameters, setup);
		expect(outcome.error?.message.replaceAll("'s own", '’s own')).toContain(message);
		expect(waitOf(outcome)).toBeUndefined();
		expect(texts()).toEqual([]);
	});
});

test('a call of an agent is refused, with the operations that it has instead', async () => {
	const parameters = { resource: 'message', operation: 'sendAndWait', sendTo: 'conversation' };
	const [chat] = fixture.service.account('a').conversations.keys();
	const conversation = { __rl: true, mode: 'id', value: chat };
	const [{ failed }] = await callTool({
		node: 'svcChatTool',
		parameters: { ...parameters, conversation, message: MESSAGE },
		credential: fixture.credential,
		calls: [{}],
	});
	expect(failed).toContain("'Operation' must be one of send, getAll, search,");
	expect(texts()).toEqual([]);
});

test('the links count: the longest text that fits with them is sent whole, and waits', async () => {
	await ask();
	const links = texts()[0].length - MESSAGE.length;
	// Astral characters count once
	const longest = '😀'.repeat(maxLength - links);
	expect(waitOf(await ask({ message: longest }))).toEqual(WAIT_INDEFINITELY);
	expect([...texts()[1]]).toHaveLength(maxLength);
	const { error } = await ask({ message: `${longest}x` });
	expect(error?.message).toContain(`has ${maxLength + 1} characters`);
	expect(texts()).toHaveLength(2);
});

describe('a wait', () => {
	test.each<[string, INodeParameters, number]>([
		['minutes', length({ resumeAmount: 1.5, resumeUnit: 'minutes' }), 90_000],
		['minutes by default', length({ resumeAmount: 2 }), 120_000],
		['hours', length({ resumeAmount: 2, resumeUnit: 'hours' }), 7_200_000],
		['days', length({ resumeAmount: 3, resumeUnit: 'days' }), 259_200_000],
	])('has a length in %s', async (_what, parameters, milliseconds) => {
		const before = Date.now();
		const wait = waitOf(await ask(parameters))!;
		expect(wait.getTime()).toBeGreaterThanOrEqual(before + milliseconds);
		expect(wait.getTime()).toBeLessThanOrEqual(Date.now() + milliseconds);
	});

	test('has an end in the time zone of the workflow', async () => {
		const parameters = limit({ limitType: 'atSpecifiedTime', maxDateAndTime: '2099-07-01 09:00' });
		const outcome = await ask(parameters, { timezone: 'Europe/Berlin' });
		expect(waitOf(outcome)).toEqual(new Date('2099-07-01T07:00:00Z'));
	});

	test.each<[string, Partial<Setup>]>([
		['stops', {}],
		['goes on', { settings: { onError: 'continueErrorOutput' } }],
	])('does not begin if the message is refused and the workflow %s', async (_what, setup) => {
		fixture.service.faults.add({ operation: 'sendChatMessages', status: 400 });
		const outcome = await ask({}, setup);
		expect(outcome.error ?? outcome.errors[0].json.error).toBeDefined();
		expect(waitOf(outcome)).toBeUndefined();
	});

	test('begins after one message, although its answer was lost', async () => {
		fixture.service.faults.add({ operation: 'sendChatMessages', drop: 'after', times: 1 });
		const sent = () => [...fixture.service.account('a').messages.values()].length;
		const before = sent();
		expect(waitOf(await ask())).toEqual(WAIT_INDEFINITELY);
		expect(sent()).toBe(before + 1);
		expect(new Set(texts()).size).toBe(1);
	});

	test('does not begin with Validate Only, which shows the message with its links', async () => {
		const outcome = await ask({ options: { validateOnly: true } });
		expect(waitOf(outcome)).toBeUndefined();
		expect(JSON.stringify(outcome.items[0].json)).toContain(`${MESSAGE}\\n\\nApprove: http`);
		expect(texts()).toEqual([]);
	});

	test.each(['refused', 'repeated'] as const)(
		'does not begin for a question that another execution has asked, whose key is %s',
		async (keys) => {
			fixture.service.settings.keys = keys;
			fixture.expectViolations();
			const once = { options: { writeOncePer: 'alert-7' } };
			const items = [{ _event: { found_at: '2026-01-01T00:00:00Z' } }];
			expect(waitOf(await ask(once, { executionId: '1', items }))).toEqual(WAIT_INDEFINITELY);
			const outcome = await ask(once, { executionId: '2', items });
			expect(waitOf(outcome)).toBeUndefined();
			expect(outcome.error?.message).toMatch(
				/^Another execution has asked|was used with other content/,
			);
		},
	);
});
