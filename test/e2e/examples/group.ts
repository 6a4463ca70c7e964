import type { StoredMessage } from '../../../dev/areas/Chat/data';
import { waitFor } from '../../../dev/n8n/client';
import { PATIENCE_MS } from '../activeTrigger';
import type { World } from '../world';

/** Messages of a group of account a, from now on. */
export class Group {
	readonly uid: string;

	private readonly before: number;

	constructor(
		private readonly world: World,
		name: string,
	) {
		const { conversations } = this.account;
		this.uid = [...conversations.values()].find((chat) => chat.name === name)!.chat_session_uid;
		this.before = this.account.messages.lastOf(this.uid);
	}

	/** The texts that the account sent. */
	sent(): string[] {
		const { user_ref } = this.account.profile;
		return this.messages()
			.filter(({ sender }) => sender.sender_user_ref === user_ref)
			.map(({ text_content }) => text_content);
	}

	/** Waits until the account has sent at least as many texts. */
	async untilSent(count: number): Promise<string[]> {
		return await waitFor(`${count} messages`, PATIENCE_MS, async () => {
			const texts = this.sent();
			return await Promise.resolve(texts.length >= count ? texts : undefined);
		});
	}

	/** Adds a message, of somebody else unless its sender is given. */
	add(text_content: string, more: Partial<StoredMessage> = {}): StoredMessage {
		const { conversations, messages, profile, people } = this.account;
		const { members } = conversations.get(this.uid)!;
		const sender_user_ref = [...members.keys()].find((ref) => ref !== profile.user_ref)!;
		const message: StoredMessage = {
			chat_session_uid: this.uid,
			sequence: messages.lastOf(this.uid) + 1,
			sender: {
				sender_kind: 'user',
				sender_user_ref,
				sender_name: people.get(sender_user_ref)!.nickname,
			},
			message_at: this.world.service.now(),
			record_state: 'available',
			text_content,
			...more,
		};
		messages.add(message);
		return message;
	}

	private messages(): StoredMessage[] {
		const all = [...this.account.messages.values()];
		return all.filter(
			({ chat_session_uid, sequence }) => chat_session_uid === this.uid && sequence > this.before,
		);
	}

	private get account() {
		return this.world.service.account('a');
	}
}
