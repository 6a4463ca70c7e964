import type { Account } from '../../dev/fake-service/account';
import { DAY, HOUR, MINUTE } from '../../nodes/shared/durations';
import { addCall } from '../../dev/areas/Calls/events';
import { addConversation, messageKey } from '../../dev/areas/Chat/events';
import { addRecording } from '../../dev/areas/Recordings/events';
import { addPost } from '../../dev/areas/World/events';
import { WORD, type TriggerName } from './jobs';

/** Things that happen in the service, and the events that triggers have to find. */
export class History {
	private count = 0;
	/** Events that have to come, and those that may come, and how often each came */
	private readonly must = new Set<string>();
	private readonly may = new Set<string>();
	private readonly came = new Map<string, number>();
	/** UIDs of calls whose summary is still in work */
	private readonly unready = new Set<string>();
	private readonly madeUp: string[] = [];

	constructor(
		private readonly account: Account,
		private readonly random: () => number,
	) {
		addConversation(account, OTHER);
		const author_user_ref = account.profile.user_ref;
		addPost(account, { record_uid: 'own', author_user_ref, published_at: 1 });
	}

	/** Adds some of everything, with times back to almost the end of each lookback. */
	happen(now: number): void {
		const { account, random } = this;
		const times = (most: number) => Array.from({ length: Math.floor(random() * (most + 1)) });
		const ago = (span: number) => Math.floor(random() ** 2 * 0.9 * span);
		times(3).forEach(() => this.call(now - ago(HOUR)));
		times(1).forEach(() => {
			const recording_uid = `recording_${++this.count}`;
			addRecording(account, { recording_uid, start_at: now - ago(7 * DAY) });
			this.expect('newRecording', recording_uid);
		});
		times(3).forEach(() => {
			const sequence = account.messages.lastOf('chat_1') + 1;
			const message_at = now - ago(HOUR);
			account.messages.add({
				chat_session_uid: 'chat_1',
				sequence,
				sender: { sender_kind: 'user', sender_user_ref: OTHER },
				message_at,
				record_state: 'available',
				text_content: 'Hello',
			});
			this.expect('newMessage', messageKey({ sequence, message_at }));
		});
		times(1).forEach(() => {
			const record_uid = `reply_${++this.count}`;
			const published_at = now - ago(7 * DAY);
			addPost(account, { record_uid, published_at, parent_record_uid: 'own' });
			this.expect('newReply', record_uid);
		});
		for (const uid of this.unready) if (random() < 0.2) this.finish(uid);
	}

	/** A call, of which every third has the word, and every second a summary at once. */
	private call(created_at: number): void {
		const call_uid = `call_${++this.count}`;
		const wanted = this.count % 3 === 0;
		addCall(this.account, {
			call_uid,
			created_at,
			transcript_state: 'ready',
			speakers: [{ display_name: 'Desk', resolution: 'unknown' }],
			utterances: [
				{ start_ms: 0, end_ms: 9, speaker: 0, text: wanted ? WORD : 'Hello', truncated: false },
			],
		});
		this.expect('newCall', call_uid);
		// A text that cannot be read after several tries comes all the same
		this.expect('transcriptReady', `${call_uid}#transcript`, wanted);
		this.unready.add(call_uid);
		if (this.count % 2) this.finish(call_uid);
	}

	private finish(call_uid: string): void {
		const row = this.account.calls.get(call_uid)!;
		row.summary_state = 'ready';
		this.account.calls.set(call_uid, row);
		this.unready.delete(call_uid);
		this.expect('summaryReady', `${call_uid}#summary`);
	}

	/** An event that has to come, or one that may. */
	expect(trigger: TriggerName, key: string, must = true): void {
		(must ? this.must : this.may).add(`${trigger} ${key}`);
	}

	/** Notes what a trigger emitted. */
	emitted(trigger: string, keys: string[]): void {
		for (const key of keys) {
			const event = `${trigger} ${key}`;
			if (!this.must.has(event) && !this.may.has(event)) this.madeUp.push(event);
			this.came.set(event, (this.came.get(event) ?? 0) + 1);
		}
	}

	get events(): number {
		return this.came.size;
	}

	/** Events that have not come so far. */
	get missing(): string[] {
		return [...this.must].filter((event) => !this.came.has(event));
	}

	get findings(): string[] {
		const repeated = [...this.came].filter(([, times]) => times > 1);
		return [
			...this.missing.map((event) => `lost: ${event}`),
			...repeated.map(([event]) => `repeated: ${event}`),
			...this.madeUp.map((event) => `made up: ${event}`),
		];
	}

	/** Deletes what no poll reads any more, so that a long soak does not fill the service. */
	prune(now: number): void {
		const { calls, recordings, messages, world } = this.account;
		const old = <Row>(store: Map<string, Row>, timeOf: (row: Row) => number, age: number) => {
			for (const [uid, row] of store) if (timeOf(row) < now - age) store.delete(uid);
		};
		old(calls, ({ created_at }) => created_at, 3 * DAY);
		old(messages, ({ message_at }) => message_at, DAY);
		old(recordings, ({ start_at }) => start_at, 15 * DAY);
		const replies = world.posts;
		for (const [uid, { parent_record_uid, published_at }] of replies) {
			if (parent_record_uid && published_at! < now - 15 * DAY) replies.delete(uid);
		}
	}
}

const OTHER = 'user_other';

/** Minutes from one poll to the next; now and then n8n was busy, or down. */
export const PAUSES = [1, 1, 1, 1, 1, 1, 5, 30].map((minutes) => minutes * MINUTE);
