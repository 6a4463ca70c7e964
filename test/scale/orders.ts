import type { INode, INodeParameters } from 'n8n-workflow';
import type { Service } from '../../dev/fake-service/index';
import { randomOf } from '../support/random';
import type { Credential, WorkflowFile } from '../../dev/n8n/client';
import { connect, node } from '../e2e/workflows';

/** Items that an execution shall write, and checks that they are there. */

export const KINDS = ['record', 'message', 'update', 'task'] as const;

/** Items of an order, at most: more than one request for a batch of ten. */
const MOST_ITEMS = 12;

/** Items that are written for one event, each with a value of its own for Write Once Per. */
export const FAN_OUT = 5;

interface OrderItem {
	/** The text or title that is written; no other item's. */
	name: string;
	/** What the item is written for, as a trigger gives it. It is found when the order is sent first. */
	_event: { id: string; found_at?: string };
	/** The conversation or the record, with its version. */
	uid?: string;
	version?: number;
}

/** The body of a webhook call, which starts one execution. */
export interface Order {
	id: string;
	kind: (typeof KINDS)[number];
	/** Each item is written once for its event, however many executions write it. */
	keyed: boolean;
	items: OrderItem[];
}

/** Orders of all kinds in turn, most of them keyed. Prepares the records that are to be updated. */
export function makeOrders(service: Service, count: number): Order[] {
	const random = randomOf('orders');
	const { records, conversations, profile } = service.account('a');
	const [sample] = [...records.values()].filter(
		({ state, creator_user_ref, locked }) =>
			state === 'available' && !locked && creator_user_ref === profile.user_ref,
	);
	const group = [...conversations.values()].find(
		({ kind, dissolved, members }) =>
			kind === 'group' && !dissolved && members.get(profile.user_ref)?.status === 'active',
	)!;
	/** Subject of an item of a kind. */
	const target = (kind: Order['kind'], name: string) => {
		if (kind === 'message') return { uid: group.chat_session_uid };
		if (kind !== 'update') return {};
		const record_uid = name.replace(/\W/g, '_');
		records.set(record_uid, { ...sample, record_uid, title: '', version: 1 });
		return { uid: record_uid, version: 1 };
	};
	return Array.from({ length: count }, (_, i) => {
		const kind = KINDS[i % KINDS.length];
		const keyed = random.chance(0.75);
		const id = `order ${i}`;
		const items = Array.from({ length: random.int(1, MOST_ITEMS) }, (_, n) => {
			const name = `${id} item ${n}`;
			const _event = { id: `${id} event ${Math.floor(n / FAN_OUT)}` };
			return { name, _event, ...target(kind, name) };
		});
		return { id, kind, keyed, items };
	});
}

/** Number of times that each item was written, by its name; those never written are missing. */
export function countFacts(service: Service, orders: Order[]): Map<string, number> {
	const { records, messages, arrangements } = service.account('a');
	const counts = new Map<string, number>();
	const add = (name: string, times = 1) => counts.set(name, (counts.get(name) ?? 0) + times);
	for (const { text_content, chat_session_uid } of records.values()) {
		if (chat_session_uid === undefined) add(text_content);
	}
	for (const { text_content } of messages.values()) add(text_content);
	for (const { title } of arrangements.values()) add(title);
	for (const { name, uid, version } of itemsOfKind(orders, 'update')) {
		const record = records.get(uid!)!;
		// Each write makes a new version.
		if (record.version !== version) add(name, record.version - version!);
		if (record.version !== version && record.title !== name)
			throw new Error(`${name}: other title`);
	}
	const ours = new Set(orders.flatMap(({ items }) => items.map(({ name }) => name)));
	return new Map([...counts].filter(([name]) => ours.has(name)));
}

function itemsOfKind(orders: Order[], kind: Order['kind']): OrderItem[] {
	return orders.filter((order) => order.kind === kind).flatMap(({ items }) => items);
}

const WRITES: Record<Order['kind'], { type: string; parameters: INodeParameters }> = {
	record: {
		type: 'svcRecords',
		parameters: {
			resource: 'record',
			operation: 'create',
			text: '={{ $json.name }}',
		},
	},
	message: {
		type: 'svcChat',
		parameters: {
			resource: 'message',
			operation: 'send',
			sendTo: 'conversation',
			conversation: byUid('={{ $json.uid }}'),
			text: '={{ $json.name }}',
		},
	},
	update: {
		type: 'svcRecords',
		parameters: {
			resource: 'record',
			operation: 'update',
			record: byUid('={{ $json.uid }}'),
			updateFields: { title: '={{ $json.name }}' },
			options: {
				editAt: '={{ $json._event.found_at }}',
				expectedVersion: '={{ $json.version }}',
			},
		},
	},
	task: {
		type: 'svcArrangements',
		parameters: { resource: 'arrangement', operation: 'create', title: '={{ $json.name }}' },
	},
};

/** Name of the node that gets the order, and of the one that writes. */
export const HOOK = 'Webhook';
export const WRITE = 'Write';

/** Path of the webhook that takes orders of a kind. */
export function pathOf({ kind, keyed }: Pick<Order, 'kind' | 'keyed'>): string {
	return keyed ? `${kind}-keyed` : kind;
}

/** The workflow that carries out orders of a kind, one item of n8n for each item. */
export function workflowOf(
	which: Pick<Order, 'kind' | 'keyed'>,
	{ id, name }: Credential,
): WorkflowFile {
	const { type, parameters } = WRITES[which.kind];
	const path = pathOf(which);
	const hook = { path, httpMethod: 'POST', responseMode: 'onReceived' };
	const once =
		which.kind === 'update'
			? { idempotencyKey: '={{ $json.uid }}' }
			: { writeOncePer: '={{ $json._event.id }} {{ $json.name }}' };
	const options = { ...(parameters.options as INodeParameters), ...(which.keyed && once) };
	const write = { ...parameters, options };
	const nodes: INode[] = [
		node(HOOK, 'n8n-nodes-base.webhook', 2.1, hook, { webhookId: path }),
		node('Items', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.items' }),
		node(WRITE, `n8n-nodes-svc.${type}`, 1, write, { credentials: { svcApi: { id, name } } }),
	];
	return connect(path, nodes);
}

function byUid(value: string) {
	return { __rl: true, mode: 'id', value };
}
