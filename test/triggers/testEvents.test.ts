import type { INodeParameters, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { EVENTS as EVENT_CASES, withEvent } from '../../dev/areas/events';
import { place } from '../../dev/areas/place';
import { OTHER, type Thing } from '../../dev/areas/things';
import { filterBy, several, uid } from '../../dev/contract/choices';
import { pollNode } from '../../dev/engine/pollNode';
import { TRIGGER_CLASSES } from '../../dev/engine/types';
import { useService } from '../support/useService';
import { addArrangement } from '../../dev/areas/Arrangements/events';
import { keyOf, useTrigger } from './useTrigger';

/** Fetch Test Event, and Execute Workflow in the editor. */

const EVENTS = TRIGGER_CLASSES.flatMap((triggerClass) => {
	const { name, properties } = new triggerClass().description;
	const [{ options }] = properties;
	return (options as INodePropertyOptions[]).map(({ value }) => [name, value as string] as const);
});

describe('a test run', () => {
	const fixture = useService();

	/** Number of test events with an option Max Items per Poll, or the message without any. */
	const count = async (node: string, event: string, maxItemsPerPoll: number) => {
		const options = { maxItemsPerPoll };
		const parameters = { ...withEvent(node, event), options };
		const { credential } = fixture;
		const { items, error } = await pollNode({ node, parameters, credential }, 'manual');
		return error?.message ?? items.length;
	};

	it.each(EVENTS)('of %s, %s has at most Max Items per Poll events', async (node, event) => {
		const all = await count(node, event, 50);
		if (typeof all === 'string') expect(all).toMatch(/There are no events yet|No event matches/);
		const most = typeof all === 'string' ? [all, all] : [1, Math.min(2, all)];
		expect([await count(node, event, 1), await count(node, event, 2)]).toEqual(most);
	});

	it('has three events of most kinds by default', async () => {
		const counts = await Promise.all(EVENTS.map(([node, event]) => count(node, event, 50)));
		expect(counts.filter((each) => each === 3).length).toBeGreaterThan(15);
	});
});

describe('one test event', () => {
	const { fixture, trigger } = useTrigger();
	const ONE = { options: { maxItemsPerPoll: 1 } };
	const MINUTE = 60_000;

	it('is the latest of those that were, and the next of those that are to come', async () => {
		const account = fixture.service.account('a');
		const now = fixture.service.now();
		for (const minutes of [-20, -10, 10, 20]) {
			const due_at = now + minutes * MINUTE;
			addArrangement(account, { arrangement_uid: `at_${minutes}`, due_at, updated_at: now });
		}
		const test = async (event: string) => {
			const { items } = await trigger('svcArrangementsTrigger', event, ONE).test();
			return items.map(({ json }) => keyOf(json).split('#')[0]);
		};
		expect(await test('overdue')).toEqual(['at_-10']);
		expect(await test('dueSoon')).toEqual(['at_10']);
	});

	it('shows a task for From Statuses, since earlier statuses are not known', async () => {
		const account = fixture.service.account('a');
		const updated_at = fixture.service.now();
		addArrangement(account, { arrangement_uid: 'a', updated_at, status: 'following' });
		const filters = { fromStatuses: ['identified'] };
		const { items } = await trigger('svcArrangementsTrigger', 'statusChanged', { filters }).test();
		expect(items).toMatchObject([{ json: { arrangement_uid: 'a', previous_status: null } }]);
	});
});

describe('without any test event', () => {
	const { fixture, trigger } = useTrigger();
	const minuteAgo = () => fixture.service.now() - 60_000;
	const self = () => fixture.service.account('a').profile.user_ref;
	const by = (sender_user_ref: string) => ({ sender_kind: 'user', sender_user_ref }) as const;

	/** The words of the error in place of test events; empty where there are some. */
	const wordsOf = async (node: string, event: string, parameters: INodeParameters) => {
		const { error } = await trigger(node, event, parameters).test();
		return error ? `${error.message}. ${error.description}` : '';
	};
	const none = (name: string) =>
		`There are no events yet for '${name}'. Create such an event in the service. Then fetch the test event again.`;
	const unmatched = (name: string, ...fields: string[]) =>
		`No event matches the filters of '${name}'. Change ${fields.map((each) => `'${each}'`).join(' or ')}, or create an event in the service that matches. Then fetch the test event again.`;

	it.each(EVENTS.filter(([, event]) => event !== 'newPost'))(
		'%s, %s: says that there is none yet where no filter is set',
		async (node, event) => {
			expect(await wordsOf(node, event, {})).toMatch(/^There are no events yet for '.+'/);
		},
	);

	const SENT: Array<[node: string, event: string, parameters: INodeParameters, names: string[]]> =
		Object.entries(EVENT_CASES).flatMap(([kind, { filtered }]) => {
			const [node, event] = kind.split(': ');
			return filtered.map((parameters): (typeof SENT)[number] => [
				node,
				event,
				parameters,
				filtersIn(node, event, parameters),
			]);
		});

	it.each(SENT)('%s, %s: names the filters of %j', async (node, event, parameters, names) => {
		const words = await wordsOf(node, event, parameters);
		expect(words).toMatch(/^No event matches the filters of '.+'\. Change '/);
		for (const name of names) expect(words).toContain(`'${name}'`);
		for (const name of ['Ignore My Own', 'Lead Time (Minutes)', 'Choose Posts By'])
			expect(words).not.toContain(`'${name}'`);
	});

	/** What there is in the service, which the parameters exclude; and the parameters after the advice. */
	const OWN: Array<
		[
			name: string,
			node: string,
			event: string,
			excluding: INodeParameters,
			fields: string[],
			better: INodeParameters,
			things: (time: number, self: string) => Thing[],
		]
	> = [
		[
			'New Record',
			'svcRecordsTrigger',
			'newRecord',
			{ filters: { textContains: 'cheese' } },
			['Text Contains'],
			{ filters: { textContains: 'note' } },
			(send_at) => [{ record: { record_uid: 'a', send_at } }],
		],
		[
			'New Record',
			'svcRecordsTrigger',
			'newRecord',
			{ container: 'topic', topic: uid('topic_1') },
			['Which Topic'],
			{ container: '' },
			(send_at) => [{ record: { record_uid: 'a', send_at } }],
		],
		[
			'New Record',
			'svcRecordsTrigger',
			'newRecord',
			{ container: 'unclassified', filters: { origins: ['topic'] } },
			['Topic', 'Origins'],
			{ container: 'unclassified' },
			(send_at) => [{ record: { record_uid: 'a', send_at } }],
		],
		[
			'New Call',
			'svcCallsTrigger',
			'newCall',
			{ filters: { directions: ['outgoing'] } },
			['Directions'],
			{ filters: { directions: ['incoming'] } },
			(created_at) => [{ call: { call_uid: 'a', created_at } }],
		],
		[
			'Call Transcript Ready',
			'svcCallsTrigger',
			'transcriptReady',
			{ filters: { textContains: 'cheese' } },
			['Text Contains'],
			{},
			(created_at) => [{ call: { call_uid: 'a', created_at, transcript_state: 'ready' } }],
		],
		[
			'Summary Ready',
			'svcRecordingsTrigger',
			'summaryCompleted',
			{ filters: { textContains: 'cheese' } },
			['Text Contains'],
			{ filters: { textContains: 'done' } },
			(end_at) => [{ summary: { summary_uid: 'a', end_at, generation_state: 'completed' } }],
		],
		[
			'Task Status Updated',
			'svcArrangementsTrigger',
			'statusChanged',
			{ filters: { toStatuses: ['completed'], topics: filterBy('topic', uid('topic_1')) } },
			['To Statuses', 'Topics'],
			{ filters: { toStatuses: ['following'] } },
			(updated_at) => [{ arrangement: { arrangement_uid: 'a', updated_at, status: 'following' } }],
		],
		[
			'New Message',
			'svcChatTrigger',
			'newMessage',
			{ filters: { textContains: 'cheese' } },
			['Text Contains'],
			{ filters: { textContains: 'hello' } },
			(message_at) => [{ message: { sequence: 1, message_at } }],
		],
		[
			'New Message',
			'svcChatTrigger',
			'newMessage',
			{},
			['Ignore My Own'],
			{ ignoreMyOwn: false },
			(message_at, self) => [{ message: { sequence: 1, message_at, sender: by(self) } }],
		],
		[
			'New Message',
			'svcChatTrigger',
			'newMessage',
			{ filters: { textContains: 'hello' } },
			['Text Contains', 'Ignore My Own'],
			{ filters: { textContains: 'hello' }, ignoreMyOwn: false },
			(message_at, self) => [{ message: { sequence: 1, message_at, sender: by(self) } }],
		],
		[
			'New Post',
			'svcWorldTrigger',
			'newPost',
			{ scope: 'public', tags: 'glaze' },
			['Tags', 'Ignore My Own'],
			{ scope: 'public', tags: 'glaze', ignoreMyOwn: false },
			(published_at, self) => [
				{ post: { record_uid: 'a', published_at, author_user_ref: self, tags: ['glaze'] } },
			],
		],
		[
			'New Post',
			'svcWorldTrigger',
			'newPost',
			{ author: uid('user_1') },
			['Author'],
			{ author: uid(OTHER) },
			(published_at) => [{ post: { record_uid: 'a', published_at } }],
		],
		[
			'New Reply',
			'svcWorldTrigger',
			'newReply',
			{},
			['Ignore My Own'],
			{ ignoreMyOwn: false },
			(published_at, self) => [
				{ post: { record_uid: 'a', published_at, author_user_ref: self } },
				{
					post: { record_uid: 'b', parent_record_uid: 'a', published_at, author_user_ref: self },
				},
			],
		],
		[
			'New Reply',
			'svcWorldTrigger',
			'newReply',
			{ repliesTo: 'chosen', posts: several('post', uid('c')) },
			['Replies To'],
			{ repliesTo: 'mine' },
			(published_at, self) => [
				{ post: { record_uid: 'a', published_at, author_user_ref: self } },
				{ post: { record_uid: 'b', parent_record_uid: 'a', published_at } },
				{ post: { record_uid: 'c', published_at } },
			],
		],
		[
			'Post Published or Rejected',
			'svcWorldTrigger',
			'ownPostReviewed',
			{ filters: { outcomes: ['rejected'] } },
			['Outcomes'],
			{ filters: { outcomes: ['published'] } },
			(published_at, self) => [{ post: { record_uid: 'a', published_at, author_user_ref: self } }],
		],
	];

	it.each(OWN)(
		'%s (%s, %s) with %j names %j, which it helps to change',
		async (name, node, event, excluding, fields, better, things) => {
			for (const thing of things(minuteAgo(), self())) place(fixture.service.account('a'), thing);
			expect(await wordsOf(node, event, excluding)).toBe(unmatched(name, ...fields));
			expect(await wordsOf(node, event, better)).toBe('');
		},
	);

	it('says that there is none yet where Ignore My Own has ignored nothing', async () => {
		expect(await wordsOf('svcChatTrigger', 'newMessage', {})).toBe(none('New Message'));
	});

	it('sends no further request to find out', async () => {
		const asked = async (parameters: INodeParameters) => {
			const before = fixture.requests.length;
			await wordsOf('svcChatTrigger', 'newMessage', parameters);
			return fixture.requests.length - before;
		};
		const message = { sequence: 1, message_at: minuteAgo(), sender: by(self()) };
		place(fixture.service.account('a'), { message });
		const all = await asked({ ignoreMyOwn: false });
		// That for the account, whose messages are ignored
		expect(await asked({})).toBeLessThanOrEqual(all + 1);
	});
});

/** Display names of the filters that are set in parameters. */
function filtersIn(node: string, event: string, { filters = {} }: INodeParameters): string[] {
	const triggerClass = TRIGGER_CLASSES.find((each) => new each().description.name === node)!;
	const collection = new triggerClass().description.properties.find(
		({ name, displayOptions }) =>
			name === 'filters' && displayOptions?.show?.event?.includes(event),
	);
	const fields = (collection?.options ?? []) as INodeProperties[];
	return Object.keys(filters as object).map(
		(key) => fields.find(({ name }) => name === key)!.displayName,
	);
}
