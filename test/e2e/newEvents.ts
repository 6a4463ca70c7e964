import { messageKey } from '../../dev/areas/Chat/events';
import type { Account } from '../../dev/fake-service/account';
import type { Service } from '../../dev/fake-service/index';

/**
 * Creates new objects in account a of the service, each like an existing one, and returns the identifiers of their
 * events.
 */
export class NewEvents {
	private count = 0;

	constructor(private readonly service: Service) {}

	private get account(): Account {
		return this.service.account('a');
	}

	/** `ago` milliseconds before now. */
	call(ago = 0, more: object = {}): string {
		const { calls } = this.account;
		const [sample] = [...calls.values()].filter(({ unreadable }) => !unreadable);
		const created_at = this.service.now() - ago;
		const call_uid = this.uid('call');
		const times = {
			created_at,
			started_at: created_at,
			connected_at: undefined,
			ended_at: undefined,
		};
		calls.set(call_uid, { ...sample, ...times, call_uid, ...more });
		return call_uid;
	}

	recording(ago = 0, more: object = {}): string {
		const { recordings } = this.account;
		const [sample] = recordings.values();
		const recording_uid = this.uid('recording');
		const duration_ms = 60_000;
		const start_at = this.service.now() - ago - duration_ms;
		const end_at = start_at + duration_ms;
		recordings.set(recording_uid, {
			...sample,
			recording_uid,
			start_at,
			end_at,
			duration_ms,
			...more,
		});
		return recording_uid;
	}

	arrangement(more: object = {}): string {
		const { arrangements } = this.account;
		const [sample] = arrangements.values();
		const arrangement_uid = this.uid('arrangement');
		const now = this.service.now();
		const times = { created_at: now, updated_at: now, due_at: undefined };
		arrangements.set(arrangement_uid, { ...sample, ...times, arrangement_uid, ...more });
		return arrangement_uid;
	}

	/** A task whose due time is now. */
	due(): string {
		const due_at = this.service.now();
		return `${this.arrangement({ due_at })}#overdue@${due_at}`;
	}

	/** Another status of the open task that was not changed for longest. */
	status(): string {
		const { arrangements } = this.account;
		const open = [...arrangements.values()].filter(
			({ status }) => status === 'identified' || status === 'following',
		);
		const task = open.reduce((a, b) => (b.updated_at < a.updated_at ? b : a));
		const status = task.status === 'following' ? 'identified' : 'following';
		const changes = { status, version: task.version + 1, updated_at: this.service.now() } as const;
		arrangements.set(task.arrangement_uid, { ...task, ...changes });
		return `${task.arrangement_uid}#${status}@${changes.updated_at}`;
	}

	record(ago = 0): string {
		const { records } = this.account;
		const [sample] = [...records.values()].filter(({ state }) => state === 'available');
		const record_uid = this.uid('record');
		records.set(record_uid, { ...sample, record_uid, send_at: this.service.now() - ago });
		return record_uid;
	}

	/** A message of somebody else in the first group of the account. */
	message(ago = 0, text_content = 'Hello'): string {
		const { conversations, messages, profile } = this.account;
		const [{ chat_session_uid, members }] = [...conversations.values()].filter(
			({ kind, dissolved, members: all }) =>
				kind === 'group' && !dissolved && all.get(profile.user_ref)?.status === 'active',
		);
		const sender_user_ref = [...members.keys()].find((ref) => ref !== profile.user_ref)!;
		const sequence = messages.lastOf(chat_session_uid) + 1;
		const message_at = this.service.now() - ago;
		messages.add({
			chat_session_uid,
			sequence,
			sender: { sender_kind: 'user', sender_user_ref },
			message_at,
			record_state: 'missing',
			text_content,
		});
		return messageKey({ chat_session_uid, sequence, message_at });
	}

	/** A reply of somebody else to a post of the account. */
	reply(more: object = {}): string {
		const { world, profile } = this.account;
		const public_ = [...world.posts.values()].filter(({ state }) => state === 'published');
		const own = public_.find(({ author_user_ref }) => author_user_ref === profile.user_ref)!;
		const sample = public_.find(({ author_user_ref }) => author_user_ref !== profile.user_ref)!;
		const record_uid = this.uid('reply');
		const now = this.service.now();
		const parent_record_uid = own.record_uid;
		const times = { published_at: now, created_at: now };
		world.posts.set(record_uid, { ...sample, ...times, record_uid, parent_record_uid, ...more });
		return record_uid;
	}

	private uid(kind: string): string {
		return `${kind}_e2e_${String(++this.count).padStart(3, '0')}`;
	}
}
