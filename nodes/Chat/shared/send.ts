import type { IDataObject } from 'n8n-workflow';

import { isOn } from '../../shared/fields/settings';
import { FailureError } from '../../shared/request/failure';
import { batch } from '../../shared/routing/batch';
import type { Call, Row, Shape } from '../../shared/routing/shape';
import type { Write } from '../../shared/routing/write';

/** createPrivateChats: the one private chat with a person, made if there is none; no message is sent. */
export const privateChat: Write = {
	path: '/api/v1/chat/conversations/create-private',
	thing: 'private chat',
	target: ['target_user_ref'],
	repeat: 'keyed',
	uncertain: { is: ({ status }) => status === 'unknown', then: 'repeat' },
	present: ({ status: _status, ...outcome }) => outcome,
};

/** sendChatMessages: a message that is in the answer was sent. */
const message: Write = {
	path: '/api/v1/chat/messages/send',
	thing: 'message',
	// Order inside a request is not promised: messages of one conversation go one after the other
	target: ['chat_session_uid'],
	inOrder: ({ context }) => isOn(context, 'options.keepOrder', true),
	repeat: 'keyed',
	stamp: 'send_at',
	succeeded: ({ record_uid }) => typeof record_uid === 'string',
};

const toConversations = batch(message);
const toPeople = batch({ ...privateChat, before: 'chat' });

/** Sends to conversations; to people over their private chats, which are made first where needed. */
export const sendMessages: Shape = {
	...toConversations,
	perform(calls) {
		const people = calls.filter(({ body }) => body.target_user_ref !== undefined);
		if (people.length === 0) return toConversations.perform(calls);
		const opened = openChats(people);
		const ready = (async () => {
			const chats = await opened;
			const open = calls.filter((call) => !(chats.get(call) instanceof Error));
			const sent = toConversations.perform(open.map((call) => inChat(call, chats.get(call))));
			return new Map(open.map((call, i) => [call, sent[i]]));
		})();
		return calls.map(async (call): Promise<Row[]> => {
			const failure = (await opened).get(call);
			if (failure instanceof Error) throw failure;
			return await (await ready).get(call)!;
		});
	},
};

/** The private chat of each call to a person, or why there is none; asked for once for each person. */
async function openChats(calls: Call[]): Promise<Map<Call, string | Error>> {
	const personOf = ({ body }: Call) => String(body.target_user_ref);
	const people = calls.map(personOf);
	const first = calls.filter((call, i) => people.indexOf(personOf(call)) === i);
	const asked = first.map((call) => ({ ...call, body: { target_user_ref: personOf(call) } }));
	const results = await Promise.allSettled(toPeople.perform(asked));
	const chats = new Map(
		results.map((result, i): [string, string | Error] => {
			if (result.status === 'rejected') return [personOf(first[i]), result.reason as Error];
			const [{ chat_session_uid }] = result.value as IDataObject[];
			return [personOf(first[i]), chat_session_uid ? String(chat_session_uid) : noChat()];
		}),
	);
	return new Map(calls.map((call) => [call, chats.get(personOf(call))!]));
}

function noChat(): FailureError {
	return new FailureError({
		message: 'The service gave no private chat with this person',
		description: 'Nothing was sent to them. Create the private chat first, and look what it says.',
	});
}

function inChat(call: Call, chat: string | Error | undefined): Call {
	if (typeof chat !== 'string') return call;
	const { target_user_ref: _person, ...body } = call.body;
	return { ...call, body: { ...body, chat_session_uid: chat } };
}
