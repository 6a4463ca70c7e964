import { MINUTE } from '../../nodes/shared/durations';
import { addConversation, addMessage, messageKey } from '../../dev/areas/Chat/events';
import { keyOf, useTrigger } from './useTrigger';

/** What a service shows that was restored from a backup: later facts are gone, and their numbers come again. */
const { fixture, activated } = useTrigger();

const account = () => fixture.service.account('a');
const now = () => fixture.service.now();

interface Message {
	chat_session_uid?: string;
	sequence: number;
	/** Minutes after the first message */
	minute: number;
	text_content?: string;
}

const at = (sequence: number, minute: number): Message => ({ sequence, minute });
const TWELVE = Array.from({ length: 12 }, (_, i) => at(i + 1, i / 60));
const FIRST = TWELVE.slice(0, 2);
const LATER = TWELVE.map(({ sequence }) => at(sequence + 2, 5));

describe('a message', () => {
	it.each<[what: string, before: Message[], after: Message[], events: Message[]]>([
		[
			'is an event if its sequence comes again with another time',
			[at(1, 0)],
			[at(1, 2)],
			[at(1, 2)],
		],
		[
			'is an event if its sequence comes again a millisecond later',
			[at(1, 0)],
			[at(1, 1 / 60_000)],
			[at(1, 1 / 60_000)],
		],
		[
			'is an event if its sequence comes again with an earlier time',
			[at(1, 1)],
			[at(1, 0)],
			[at(1, 0)],
		],
		['is an event, as all others whose sequences come again', TWELVE, [...FIRST, ...LATER], LATER],
		['is no event if it is read again', TWELVE, TWELVE, []],
		[
			'is no event if its text was changed',
			[at(1, 0)],
			[{ ...at(1, 0), text_content: 'Changed' }],
			[],
		],
		['is no event again while others are new', FIRST, [...FIRST, at(3, 1)], [at(3, 1)]],
		[
			'comes by conversation and sequence, with others of the same time',
			[],
			[10, 9, 2, 1].flatMap((sequence) => [
				{ ...at(sequence, 1), chat_session_uid: 'chat_2' },
				at(sequence, 1),
			]),
			['chat_1', 'chat_2'].flatMap((chat_session_uid) =>
				[1, 2, 9, 10].map((sequence) => ({ ...at(sequence, 1), chat_session_uid })),
			),
		],
	])('%s', async (_what, before, after, events) => {
		for (const chat_session_uid of ['chat_1', 'chat_2'])
			addConversation(account(), 'user_other', { chat_session_uid });
		const trigger = await activated('svcChatTrigger', 'newMessage');
		const start = now();
		const given = ({ minute, ...more }: Message) => ({
			...more,
			message_at: Math.round(start + minute * MINUTE),
		});
		const put = (all: Message[]) => {
			account().messages.clear();
			for (const each of all) addMessage(account(), given(each));
		};
		put(before);
		fixture.service.advance(10 * MINUTE);
		expect((await trigger.poll()).length).toBe(before.length);
		put(after);
		fixture.service.advance(10 * MINUTE);
		expect((await trigger.poll()).map(keyOf)).toEqual(
			events.map((each) => messageKey(given(each))),
		);
		expect(await trigger.keys()).toEqual([]);
	});
});
