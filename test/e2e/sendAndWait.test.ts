import axios from 'axios';
import type { INodeParameters } from 'n8n-workflow';
import { waitFor, type WorkflowFile } from '../../dev/n8n/client';
import { itemsOf } from '../../dev/n8n/execution';
import { Group } from './examples/group';
import { has } from './features';
import { openOwnN8n } from './ownN8n';
import { ASK, askNode, MESSAGE } from './questions';
import { chain, connect, node, START } from './workflows';
import { useWorld, type World } from './world';

const world = useWorld();

const AFTER = 'After';
const BOTH = {
	approvalOptions: { values: { approvalType: 'double', disapproveLabel: 'Not yet' } },
};
const TEXT = { responseType: 'freeText', options: { messageButtonLabel: 'Answer "here"' } };
const FORM = {
	responseType: 'customForm',
	formFields: {
		values: [
			{ fieldLabel: 'Reason', fieldType: 'textarea', requiredField: true },
			{ fieldLabel: 'Hours', fieldType: 'number' },
			{
				fieldLabel: 'Kiln <1>',
				fieldType: 'dropdown',
				fieldOptions: { values: [{ option: '"East" & more' }, { option: 'West' }] },
			},
			{
				fieldLabel: 'Days',
				fieldType: 'checkbox',
				fieldOptions: { values: [{ option: 'Mon' }, { option: 'Tue' }] },
			},
			{ fieldLabel: 'From', fieldType: 'date' },
			{ fieldLabel: 'Mail', fieldType: 'email' },
		],
	},
};
const soon = (seconds: number) => ({
	limitWaitTime: { values: { limitType: 'afterTimeInterval', resumeAmount: seconds / 60 } },
});

/** A question that an execution has asked in a group, with the links of its message in order. */
interface Asked {
	id: string;
	text: string;
	links: string[];
}

const after = node(AFTER, 'n8n-nodes-base.noOp', 1, {});

/** Starts a workflow that asks. */
async function ask(
	workflow: INodeParameters | WorkflowFile,
	of: World = world,
): Promise<{ id: string; next: (count?: number) => Promise<Asked> }> {
	const group = new Group(of, 'Studio team');
	const file = isFile(workflow) ? workflow : chain('Q & <A>', askNode(of, workflow), after);
	const id = await of.n8n.run(await of.n8n.createWorkflow(file), { trigger: START });
	const next = async (count = 1) => {
		const sent = async () => (await group.untilSent(count))[count - 1];
		const [text] = await Promise.all([sent(), untilWaiting(of, id)]);
		return { id, text, links: text.match(/http\S+/g)! };
	};
	return { id, next };
}

const isFile = (value: INodeParameters | WorkflowFile): value is WorkflowFile => 'nodes' in value;

/** Waits until an execution has stored its wait. */
async function untilWaiting({ n8n }: World, id: string): Promise<void> {
	await waitFor(`execution ${id} to wait`, 30_000, async () => {
		const { status } = await n8n.call<{ status: string }>('GET', `/rest/executions/${id}`);
		if (!['new', 'running', 'waiting'].includes(status)) throw new Error(`It ended: ${status}`);
		return status === 'waiting' ? true : undefined;
	});
}

const http = axios.create({ proxy: false, validateStatus: () => true, maxRedirects: 0 });
const open = async (link: string) => await http.get<string>(link);

/** Sends a form as a browser does: in parts for a custom form, otherwise as fields of an address. */
async function send(link: string, fields?: Array<[string, string]>, inParts = false) {
	const body = inParts ? new FormData() : new URLSearchParams();
	for (const [name, value] of fields ?? []) body.append(name, value);
	return await http.post<string>(link, body);
}

/** The output of a question when its execution has ended. */
async function outputOf(id: string, of: World = world) {
	const execution = await of.n8n.waitForExecution(id, 80_000);
	expect(execution).toMatchObject({ status: 'success' });
	return itemsOf(execution, AFTER);
}

const respondedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string;
const RECORDED = 'Your answer was recorded';

describe('an answer', () => {
	type Fields = Array<[string, string]>;
	test.each<[string, INodeParameters, string[], number, Fields, object]>([
		['yes', {}, ['Approve'], 0, [], { approved: true }],
		['yes of two', BOTH, ['Approve', 'Not yet'], 0, [], { approved: true }],
		['no', BOTH, ['Approve', 'Not yet'], 1, [], { approved: false }],
		// The link alone decides
		[
			'yes, with a body',
			BOTH,
			['Approve', 'Not yet'],
			0,
			[['approved', 'false']],
			{ approved: true },
		],
		['a text', TEXT, ['Answer "here"'], 0, [['text', ' Ja, ü \n']], { text: 'Ja, ü' }],
		[
			'a form',
			FORM,
			['Respond'],
			0,
			[
				['field-0', 'Line 1\nLine 2'],
				['field-1', '1.5'],
				['field-2', '"East" & more'],
				['field-3', 'Mon'],
				['field-3', 'Tue'],
				['field-5', 'a@b.example'],
			],
			{
				Reason: 'Line 1\nLine 2',
				Hours: 1.5,
				'Kiln <1>': '"East" & more',
				Days: ['Mon', 'Tue'],
				From: null,
				Mail: 'a@b.example',
			},
		],
	])('%s', async (_what, parameters, labels, chosen, fields, expected) => {
		const { next } = await ask(parameters);
		const { id, text, links } = await next();
		expect(text).toBe(
			`${MESSAGE}\n\n${labels.map((label, i) => `${label}: ${links[i]}`).join('\n')}`,
		);
		const page = await open(links[chosen]);
		expect(page.status).toBe(200);
		expect(page.headers).toMatchObject({
			'cache-control': 'no-store',
			'content-security-policy': expect.stringContaining("default-src 'none'") as string,
			'referrer-policy': 'no-referrer',
		});
		expect(page.data).toContain(
			'May it be fired? &lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt; {{ $json }}',
		);
		expect(page.data).toContain('Q &amp; &lt;A&gt;');
		expect(page.data).not.toMatch(/<script|src=|href=/);
		const done = await send(links[chosen], fields, parameters === FORM);
		expect(done.data).toContain(RECORDED);
		expect(await outputOf(id)).toEqual([{ data: { ...expected, respondedAt } }]);
		const again = await send(links[chosen], fields, parameters === FORM);
		expect(again.data).not.toContain(RECORDED);
	});

	test.each<[string, INodeParameters, Fields, string]>([
		['a text of blanks', TEXT, [['text', ' \n ']], 'Enter a text.'],
		['no text', TEXT, [], 'Enter a text.'],
		['a form without what it requires', FORM, [['field-1', '1']], 'This field needs a value.'],
		[
			'a word as a number',
			FORM,
			[
				['field-0', 'x'],
				['field-1', 'one'],
			],
			'Enter a number.',
		],
		[
			'a choice of nobody',
			FORM,
			[
				['field-0', 'x'],
				['field-2', 'North'],
			],
			'Choose from the list.',
		],
		[
			'another box',
			FORM,
			[
				['field-0', 'x'],
				['field-3', 'Wed'],
			],
			'Choose from the list.',
		],
		[
			'no day',
			FORM,
			[
				['field-0', 'x'],
				['field-4', '2026-02-31'],
			],
			'Enter a date as YYYY-MM-DD.',
		],
		[
			'no address',
			FORM,
			[
				['field-0', 'x'],
				['field-5', 'me'],
			],
			'Enter an e-mail address.',
		],
	])('%s is told, and can be mended', async (_what, parameters, fields, problem) => {
		const { next } = await ask(parameters);
		const { id, links } = await next();
		const told = await send(links[0], fields, parameters === FORM);
		expect(told.status).toBe(400);
		expect(told.data).toContain(problem);
		if (parameters === FORM && fields.length > 1) expect(told.data).toContain('>x</textarea>');
		const right: Fields = parameters === FORM ? [['field-0', 'x']] : [['text', 'x']];
		expect((await send(links[0], right, parameters === FORM)).data).toContain(RECORDED);
		await outputOf(id);
	});
});

describe('a request that is no answer', () => {
	const withParameter = (link: string, name: string, value: string) => {
		const url = new URL(link);
		url.searchParams.set(name, value);
		return url.href;
	};
	const requests: Record<string, (own: Asked, other: Asked) => Promise<{ status: number }>> = {
		'a preview with GET': async ({ links }) => await open(links[0]),
		'a preview with HEAD': async ({ links }) => await http.head(links[0]),
		'a question which methods there are': async ({ links }) => await http.options(links[0]),
		'another method': async ({ links }) => await http.put(links[0], {}),
		'the opposite answer': async ({ links }) =>
			await send(withParameter(links[0], 'approved', 'false')),
		'another run': async ({ links }) => await send(withParameter(links[0], 'run', '1')),
		'a signature of nobody': async ({ links }) =>
			await send(withParameter(links[0], 'signature', 'x')),
		'no signature': async ({ links }) =>
			await send(links[0].replace(/\?.*/, '?run=0&approved=true')),
		'the signature of another execution': async ({ id }, other) =>
			await send(other.links[0].replace(`/${other.id}/`, `/${id}/`)),
		'an execution of nobody': async ({ id, links }) =>
			await send(links[0].replace(`/${id}/`, '/999999/')),
	};

	test.each(Object.keys(requests))('%s', async (what) => {
		const [own, other] = [await (await ask(BOTH)).next(), await (await ask(BOTH)).next()];
		const { status } = await requests[what](own, other);
		expect([what, status]).toEqual([what, expect.any(Number)]);
		await untilWaiting(world, own.id);
		expect((await send(own.links[1])).data).toContain(RECORDED);
		expect(await outputOf(own.id)).toEqual([{ data: { approved: false, respondedAt } }]);
		await send(other.links[0]);
		await outputOf(other.id);
	});

	test('a link of an earlier run in a loop', async () => {
		const items = node('Items', 'n8n-nodes-base.set', 3.4, {
			mode: 'raw',
			jsonOutput: '{"list":[1,2]}',
		});
		const split = node('Split', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'list' });
		const loop = node('Loop', 'n8n-nodes-base.splitInBatches', 3, {});
		const file = connect('Loop', [
			node(START, 'n8n-nodes-base.manualTrigger', 1, {}),
			items,
			split,
			loop,
		]);
		file.nodes.push(askNode(world, BOTH), after);
		const to = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];
		file.connections.Loop = { main: [to(AFTER), to(ASK)] };
		file.connections[ASK] = { main: [to('Loop')] };
		const { next } = await ask(file);
		const first = await next();
		expect((await send(first.links[0])).data).toContain(RECORDED);
		const second = await next(2);
		expect(await send(first.links[0])).toMatchObject({ status: 410 });
		expect((await open(first.links[1])).data).toContain('This question is not open any more');
		await untilWaiting(world, second.id);
		expect((await send(second.links[1])).data).toContain(RECORDED);
		expect(await outputOf(second.id)).toMatchObject([
			{ data: { approved: true } },
			{ data: { approved: false } },
		]);
	});
});

test('of answers at the same time the first counts, and it alone is thanked', async () => {
	const { id, links } = await (await ask(BOTH)).next();
	const pages = await Promise.all(Array.from({ length: 8 }, (_, i) => send(links[i % 2])));
	const thanked = pages.flatMap(({ data }, i) =>
		String(data).includes(RECORDED) ? [i % 2 === 0] : [],
	);
	// Answers arrive in any order, and an n8n that thanks several does not say which was first
	const outputs = thanked.map((approved) => [{ data: { approved, respondedAt } }]);
	expect(outputs).toContainEqual(await outputOf(id));
	if (has('firstAnswer')) expect(thanked).toHaveLength(1);
});

describe('a wait', () => {
	test('ends by time without an answer, whatever was answered before', async () => {
		const second = { message: 'And now?', ...BOTH, options: soon(3) };
		const { next } = await ask(
			chain('Two', askNode(world), askNode(world, second, 'Second'), after),
		);
		const first = await next();
		expect((await send(first.links[0])).data).toContain(RECORDED);
		const { id, links } = await next(2);
		// n8n looks for waits that have ended once a minute
		expect(await outputOf(id)).toEqual([{ data: { approved: false, timedOut: true } }]);
		expect((await send(links[0])).data).not.toContain(RECORDED);
	});

	test('survives the end of n8n, with its link and its time', async () => {
		const { host, world: own, close } = await openOwnN8n('waiting');
		try {
			const asked = await (await ask(BOTH, own)).next();
			// Its time ends when n8n is there again: while it starts, n8n takes a wait that goes on for one that has crashed
			const late = await (await ask({ ...TEXT, options: soon(60) }, own)).next();
			await host.kill();
			await host.restart();
			expect((await send(asked.links[1])).data).toContain(RECORDED);
			expect(await outputOf(asked.id, own)).toEqual([{ data: { approved: false, respondedAt } }]);
			expect(await outputOf(late.id, own)).toEqual([{ data: { timedOut: true } }]);
			expect(own.requests('sendChatMessages')).toHaveLength(2);
		} finally {
			await close();
		}
	});
});
