import type { IDataObject } from 'n8n-workflow';

import { byName, uid } from '../../dev/contract/choices';
import type { Outcome } from '../../dev/engine/runNode';
import { jsonOf, nodeOf, useService } from '../support/useService';

/** Outputs of Send and of creates show what was written, whatever the service answers. */

const fixture = useService();
const account = () => fixture.service.account('a');
const SENT_AT = '2026-05-04T09:30:00.000Z';

const create = (more: IDataObject = {}) => ({
	node: 'svcRecords',
	parameters: {
		resource: 'record',
		operation: 'create',
		text: '={{ $json.text }}',
		additionalFields: { sendAt: SENT_AT, title: '={{ $json.title }}' },
		...more,
	} as never,
	timezone: 'UTC',
});
const contextOf = ({ run }: Outcome) => JSON.stringify(run.data.executionData!.contextData);

function refuse(text: string, times = Infinity): void {
	fixture.service.faults.add({
		match: ({ body }) =>
			((body?.items ?? []) as IDataObject[]).some(({ text_content }) => text_content === text),
		status: 400,
		times,
	});
}

it('of Record > Create have title, text and time first, also without Simplify', async () => {
	const items = [{ text: 'Glaze', title: 'Kiln' }, { text: 'Ash' }];
	const { items: simple } = await fixture.run({ ...create(), items });
	expect(Object.entries(jsonOf(simple)[0]).slice(0, 3)).toEqual([
		['title', 'Kiln'],
		['text_content', 'Glaze'],
		['send_at', SENT_AT],
	]);
	expect(jsonOf(simple)[1]).toMatchObject({ title: null, text_content: 'Ash' });
	const { items: raw } = await fixture.run({ ...create({ options: { simplify: false } }), items });
	expect(jsonOf(raw)).toEqual([
		{
			title: 'Kiln',
			text_content: 'Glaze',
			send_at: Date.parse(SENT_AT),
			record_uid: expect.any(String) as string,
			container: { kind: 'unclassified' },
		},
		{
			text_content: 'Ash',
			send_at: Date.parse(SENT_AT),
			record_uid: expect.any(String) as string,
			container: { kind: 'unclassified' },
		},
	]);
});

it.each(['conversation', 'person'])(
	'of Message > Send to a %s have text and time',
	async (sendTo) => {
		const chat = [...account().conversations.values()].find(({ kind }) => kind === 'group')!;
		const person = [...account().people.values()].find(({ relationships }) =>
			relationships.includes('contact'),
		)!;
		const { items } = await fixture.run({
			node: 'svcChat',
			parameters: {
				resource: 'message',
				operation: 'send',
				sendTo,
				conversation: uid(chat.chat_session_uid),
				person: uid(person.user_ref),
				text: 'Kiln is at 1240 °C',
			} as never,
			timezone: 'UTC',
		});
		const [row] = jsonOf(items);
		const sent = fixture.bodies.at(-1)!.items as IDataObject[];
		expect(Object.keys(row).slice(0, 3)).toEqual(['target_name', 'text_content', 'send_at']);
		expect(row.text_content).toBe('Kiln is at 1240 °C');
		expect(Date.parse(String(row.send_at))).toBe(sent[0].send_at);
	},
);

describe('name what was chosen by its name', () => {
	const topic = () => [...account().topics.values()].find(({ valid }) => valid)!;
	const person = () => {
		const people = [...account().people.values()];
		const isOnlyOne = (name: string) =>
			people.filter((each) => each.nickname === name).length === 1;
		return people.find(
			(each) => each.relationships.includes('contact') && isOnlyOne(each.nickname),
		)!;
	};
	const record = () => [...account().records.values()].find(({ origin }) => origin === 'self')!;
	const inTopic = () => ({ name: topic().title, id: topic().topic_uid });
	const toPerson = () => ({ name: person().nickname, id: person().user_ref });
	type Choice = ReturnType<typeof uid>;
	const ROWS: Array<
		[
			string,
			string,
			() => { name: string; id: string },
			(choice: Choice) => Parameters<ReturnType<typeof nodeOf>>,
		]
	> = [
		[
			'Record > Create',
			'topic',
			inTopic,
			(choice) => ['record', 'create', { text: 'Ash', container: 'topic', topic: choice }],
		],
		[
			'Record > Move',
			'topic',
			inTopic,
			(choice) => [
				'record',
				'move',
				{ record: uid(record().record_uid), destination: 'topic', topic: choice },
			],
		],
		[
			'Message > Send',
			'target_name',
			toPerson,
			(choice) => ['message', 'send', { sendTo: 'person', person: choice, text: 'Ash' }],
		],
	];

	it.each(ROWS)('%s', async (what, field, of, parametersOf) => {
		fixture.service.faults.add({
			operation: 'sendChatMessages',
			times: Infinity,
			rewrite: (envelope) => {
				for (const row of (envelope.data as { items: IDataObject[] }).items) delete row.target_name;
				return envelope;
			},
		});
		const { name, id } = of();
		const ways: Array<[Choice, string | null | undefined]> = [
			[byName(name), name],
			[{ ...uid(id), mode: 'list', cachedResultName: name }, name],
			[uid(id), field === 'topic' ? undefined : null],
		];
		for (const [choice, shown] of ways) {
			const node = what.startsWith('Record') ? 'svcRecords' : 'svcChat';
			const { items, error } = await fixture.run(nodeOf(node)(...parametersOf(choice)));
			if (error) throw error;
			expect(items[0].json[field]).toBe(shown);
			expect(items[0].json).not.toHaveProperty('container');
		}
	});
});

describe('after a retry', () => {
	const many = (count: number) => Array.from({ length: count }, (_, i) => ({ text: `note ${i}` }));

	it('show what the first try wrote, which the memory does not hold', async () => {
		refuse('note 2');
		const node = create({ additionalFields: {} });
		const failed = await fixture.run({ ...node, items: many(3) });
		expect(contextOf(failed)).not.toContain('note');
		const [{ items: sent }] = fixture.bodies.filter((body) => 'items' in body) as [
			{ items: IDataObject[] },
		];
		fixture.service.faults.clear();
		const { items } = await fixture.retry(failed.run, { ...node, items: many(3) } as never);
		expect(jsonOf(items).map(({ text_content }) => text_content)).toEqual(
			many(3).map(({ text }) => text),
		);
		expect(
			jsonOf(items)
				.map(({ send_at }) => Date.parse(String(send_at)))
				.slice(0, 2),
		).toEqual(sent.slice(0, 2).map(({ send_at }) => send_at));
	});

	it('do not show a text that changes with every try', async () => {
		refuse('note 1', 2);
		const text = '={{ $json.text === "note 0" ? "note " + $now.toMillis() : $json.text }}';
		const { items } = await fixture.run({
			...create({ text }),
			items: many(2),
			settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		});
		const [row, other] = jsonOf(items);
		expect(row).toMatchObject({ record_uid: expect.any(String) as string, text_content: null });
		expect(other).toMatchObject({ text_content: 'note 1' });
	});
});

it('of Team > Create name the team even if the service does not return it', async () => {
	fixture.expectViolations();
	fixture.service.faults.add({
		operation: 'createTeams',
		rewrite: (envelope) => {
			(envelope.data as { items: IDataObject[] }).items[0].team = null;
			return envelope;
		},
	});
	const { items } = await fixture.run(
		nodeOf('svcTeams')('team', 'create', {
			name: 'Potters',
			svcId: 'potters-1',
		}),
	);
	expect(jsonOf(items)).toMatchObject([{ name: 'Potters', svc_id: 'potters-1' }]);
});
