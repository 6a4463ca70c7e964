import type { IDataObject } from 'n8n-workflow';

/** A model of the service, small enough for a hundred thousand histories of writes, with a second writer. */

/** An object that writes change: a record with its post, a task, or a conversation. */
export interface Thing {
	version: number;
	title: string;
	text: string;
	status: string;
	container: IDataObject;
	/** Version and state of the post made of a record */
	publication: number;
	post: string;
	editedAt: number;
}

/** A change that the service made: for an item of the node (its `item_id`), or for the second writer. */
export interface Effect {
	by: string;
	/** What was changed, and to what */
	on: string;
	what: string;
	/** The object that was created */
	made?: string;
	/** Number of requests before it */
	at: number;
}

type Item = IDataObject & { item_id: string };
type Result = IDataObject | string;

/** Thrown for a request that the service refuses as a whole. */
export class Refused extends Error {}

export class Model {
	readonly things = new Map<string, Thing>();
	readonly effects: Effect[] = [];
	/** Number of requests so far, and those that were for writes */
	requests = 0;
	writes = 0;
	private readonly keys = new Map<string, { content: string; outcome: IDataObject }>();
	private made = 0;

	/**
	 * @param lawless parts of the contract that the service does not keep, for control runs: `keys` are not looked at,
	 * `expected` values neither
	 */
	constructor(private readonly lawless: { keys?: boolean; expected?: boolean } = {}) {}

	thing(name: string): Thing {
		const known = this.things.get(name);
		if (known) return known;
		const thing: Thing = {
			version: 3,
			title: 'before',
			text: 'before',
			status: 'identified',
			container: { kind: 'unclassified' },
			publication: name.startsWith('post') ? 7 : -1,
			post: name.startsWith('post') ? 'published' : 'missing',
			editedAt: 0,
		};
		this.things.set(name, thing);
		return thing;
	}

	/** The data of the answer to a request. */
	answer(path: string, body: IDataObject): IDataObject {
		const read = READS[path];
		if (read) return { items: read(this, body), has_more: false };
		this.writes++;
		const write = WRITES[path];
		if (!write) throw new Error(`The model has no ${path}`);
		const items = body.items as Item[];
		for (const item of items)
			if (this.known(path, item) === 'conflict' && path !== TEAMS) throw new Refused();
		// The contract promises no order inside a request
		const results = [...items].reverse().map((item): IDataObject => {
			const known = this.known(path, item);
			if (known === 'conflict') return rejected(item, 'idempotency_conflict');
			if (known) return { ...known, item_id: item.item_id };
			const result = write(this, item);
			if (typeof result === 'string') return rejected(item, result);
			const outcome = { item_id: item.item_id, ...result };
			const { idempotency_key: key } = item;
			if (key) this.keys.set(`${path} ${String(key)}`, { content: contentOf(item), outcome });
			return outcome;
		});
		return { items: results.reverse() };
	}

	private known(path: string, item: Item): IDataObject | 'conflict' | undefined {
		const known = this.keys.get(`${path} ${String(item.idempotency_key)}`);
		if (!known || this.lawless.keys) return undefined;
		return known.content === contentOf(item) ? known.outcome : 'conflict';
	}

	/** True unless `given` is what the caller expects. */
	differs(given: unknown, expected: unknown): boolean {
		return !this.lawless.expected && JSON.stringify(given) !== JSON.stringify(expected);
	}

	effect({ item_id }: Item, on: unknown, what: unknown, made?: string): void {
		this.effects.push({ by: item_id, on: String(on), what: String(what), made, at: this.requests });
	}

	/** What the second writer does to an object. */
	other(on: string, change: (thing: Thing) => void): void {
		const thing = this.thing(on);
		change(thing);
		thing.version++;
		this.effects.push({ by: 'other', on, what: thing.status, at: this.requests });
	}

	/** The identifier of a new object. */
	create(item: Item, on: unknown, what: unknown): string {
		const uid = `made_${this.made++}`;
		this.effect(item, on, what, uid);
		return uid;
	}
}

const TEAMS = '/api/v1/teams/create';

function contentOf({ item_id: _id, idempotency_key: _key, ...content }: Item): string {
	return JSON.stringify(Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function rejected({ item_id, record_uid, arrangement_uid }: Item, reason: string): IDataObject {
	return {
		item_id,
		...(record_uid ? { record_uid } : {}),
		...(arrangement_uid ? { arrangement_uid } : {}),
		...(POST_STATES.includes(reason) ? { status: reason } : { status: 'rejected', reason }),
	};
}

const POST_STATES = ['conflict', 'unavailable', 'source_unavailable'];

const taskOf = (uid: string, { title, status, version }: Thing) => ({
	arrangement_uid: uid,
	title,
	status,
	version,
	reminder_enabled: false,
	updated_at: version,
});

const READS: Record<string, (model: Model, body: IDataObject) => IDataObject[]> = {
	'/api/v1/record/records/batch-get': (model, { record_uids }) =>
		(record_uids as string[]).map((record_uid) => {
			if (record_uid.startsWith('made')) {
				return { record_uid, state: 'available', version: 1, creator_user_ref: 'me' };
			}
			const { version, title, text, status, container } = model.thing(record_uid);
			const gone = status === 'deleted';
			const content = { version, title, text_content: text, container, creator_user_ref: 'me' };
			return { record_uid, state: gone ? 'deleted' : 'available', ...(gone ? {} : content) };
		}),
	// Read to say who may withdraw a message
	'/api/v1/chat/members/list': () => [],
	'/api/v1/arrangement/batch-get': (model, { arrangement_uids }) =>
		(arrangement_uids as string[]).map((uid) => ({
			arrangement_uid: uid,
			found: true,
			arrangement: taskOf(uid, model.thing(uid)),
		})),
	'/api/v1/world/records/batch-get': (model, { record_uids }) =>
		(record_uids as string[]).map((record_uid) => {
			const { post, publication } = model.thing(record_uid);
			return { record_uid, state: post, publication_version: publication, author_user_ref: 'me' };
		}),
	'/api/v1/chat/messages/batch-get': (model, { items }) =>
		(items as Item[]).map(({ item_id, chat_session_uid, sequence }) => {
			const record_uid = `${String(chat_session_uid)}_${String(sequence)}`;
			const { version } = model.thing(record_uid);
			const message = { chat_session_uid, sequence, record_uid, record_version: version };
			return { item_id, lookup_status: 'found', message: { ...message, mutable: true } };
		}),
};

const WRITES: Record<string, (model: Model, item: Item) => Result> = {
	'/api/v1/record/records/create': (model, item) => ({
		record_uid: model.create(item, 'records', item.text_content),
		container: { kind: 'unclassified' },
	}),
	'/api/v1/arrangement/create'(model, item) {
		const uid = model.create(item, 'tasks', item.title);
		const thing = { ...model.thing('new'), title: String(item.title), version: 1 };
		model.things.set(uid, thing);
		return { status: 'succeeded', arrangement: taskOf(uid, thing) };
	},
	[TEAMS](model, item) {
		const { svc_id, name } = item;
		if (model.effects.some(({ on }) => on === svc_id)) return 'svc_id_unavailable';
		const team_ref = model.create(item, svc_id, name);
		const role = { current_user_role: 'owner', created_at: 1, updated_at: 1 };
		return { status: 'succeeded', team: { team_ref, name, svc_id, ...role } };
	},
	'/api/v1/chat/messages/send': (model, item) => ({
		chat_session_uid: item.chat_session_uid,
		record_uid: model.create(item, item.chat_session_uid, item.text_content),
		sequence: model.effects.length,
		target_kind: 'direct',
	}),
	'/api/v1/chat/conversations/create-private'(model, item) {
		const { target_user_ref } = item;
		const chat_session_uid = `chat_${String(target_user_ref)}`;
		const isFirst = ({ on, what }: Effect) => on === chat_session_uid && what === 'opened';
		if (!model.effects.some(isFirst))
			model.effect(item, chat_session_uid, 'opened', chat_session_uid);
		return { target_user_ref, chat_session_uid, status: 'succeeded' };
	},
	'/api/v1/record/records/update'(model, item) {
		const { record_uid, expected_version, edit_at, title, text_content } = item;
		const record = model.thing(String(record_uid));
		if (record.status === 'deleted') return 'not_active';
		if (model.differs(record.version, expected_version)) return 'stale_version';
		if (Number(edit_at) < record.editedAt) return 'revision_conflict';
		if (title !== undefined) record.title = String(title);
		if (text_content !== undefined) record.text = String(text_content);
		record.editedAt = Number(edit_at);
		model.effect(item, record_uid, title ?? text_content);
		return { record_uid, status: 'succeeded', version: ++record.version };
	},
	'/api/v1/record/records/move'(model, item) {
		const { record_uid, expected_container, destination } = item;
		const record = model.thing(String(record_uid));
		if (model.differs(record.container, expected_container)) return 'container_changed';
		record.container = destination as IDataObject;
		record.version++;
		model.effect(item, record_uid, JSON.stringify(destination));
		return { record_uid, status: 'succeeded', container: destination };
	},
	'/api/v1/record/records/delete'(model, item) {
		const { record_uid, expected_version } = item;
		const record = model.thing(String(record_uid));
		if (record.status === 'deleted') return 'not_active';
		if (model.differs(record.version, expected_version)) return 'stale_version';
		record.status = 'deleted';
		model.effect(item, record_uid, 'deleted');
		return { record_uid, status: 'succeeded' };
	},
	'/api/v1/arrangement/update'(model, item) {
		const { arrangement_uid: uid, expected_version, title } = item;
		const task = model.thing(String(uid));
		// Items converge: what already has the values is confirmed
		if (task.title !== title || model.differs(1, 1)) {
			if (model.differs(task.version, expected_version)) return 'version_changed';
			task.title = String(title);
			task.version++;
			model.effect(item, uid, title);
		}
		return { status: 'succeeded', arrangement: taskOf(String(uid), task) };
	},
	'/api/v1/arrangement/transition': (model, item) => transition(model, item, item.target_status),
	'/api/v1/arrangement/delete': (model, item) => transition(model, item, 'deleted'),
	'/api/v1/world/records/publish'(model, item) {
		const { record_uid, source_version, expected_publication_version } = item;
		const record = model.thing(String(record_uid));
		if (model.differs(record.version, source_version)) return 'source_unavailable';
		if (model.differs(record.publication, expected_publication_version)) return 'conflict';
		record.post = 'published';
		record.publication = Math.max(0, record.publication) + 1;
		model.effect(item, record_uid, 'published');
		return { record_uid, status: 'published', publication_version: record.publication };
	},
	'/api/v1/world/records/unpublish'(model, item) {
		const { record_uid, expected_publication_version } = item;
		const record = model.thing(String(record_uid));
		if (model.differs(record.publication, expected_publication_version)) return 'conflict';
		record.post = 'unpublished';
		record.publication++;
		model.effect(item, record_uid, 'unpublished');
		return { record_uid, status: 'done', publication_version: record.publication };
	},
	'/api/v1/chat/messages/withdraw': (model, item) =>
		once(model, item, `${String(item.chat_session_uid)} ${String(item.sequence)}`, {
			chat_session_uid: item.chat_session_uid,
			sequence: item.sequence,
		}),
	'/api/v1/teams/join-by-svc-id': (model, item) =>
		once(model, item, String(item.svc_id), { membership_state: 'joined' }),
	'/api/v1/teams/members/remove': (model, item) =>
		once(model, item, `${String(item.team_ref)} ${String(item.target_user_ref)}`, {}),
	'/api/v1/bots/create': (model, item) => ({
		bot_uid: model.create(item, 'bots', item.name),
		status: 'succeeded',
	}),
};

/** A change that the second request finds made. */
function once(model: Model, item: Item, on: string, outcome: IDataObject): IDataObject {
	const thing = model.thing(on);
	if (thing.status !== 'done') {
		thing.status = 'done';
		model.effect(item, on, 'done');
	}
	return { ...outcome, status: 'succeeded' };
}

function transition(model: Model, item: Item, to: unknown): Result {
	const uid = String(item.arrangement_uid);
	const task = model.thing(uid);
	if (model.differs(task.status, item.expected_status)) return 'state_changed';
	task.status = String(to);
	task.version++;
	model.effect(item, uid, to);
	return { status: 'succeeded', arrangement: taskOf(uid, task) };
}
