import type { IDataObject } from 'n8n-workflow';

import {
	chunksOf,
	inParallel,
	isGiven,
	isObject,
	itemResults,
	type Reading,
} from '../../shared/api';
import type { Field } from '../../shared/fields';
import { LIMITS } from '../../shared/limits';

/** Option that adds the full text of messages which lists cut off. */
export const includeFullText: Field = {
	displayName: 'Include Full Text',
	name: 'includeFullText',
	type: 'boolean',
	default: true,
	description:
		'Whether to get the full text of messages that lists cut off. Takes at most one more request per message.',
};

/** Fields that Include Full Text adds to rows that have no text of their own. */
export const FULL_TEXT = ['title', 'text_content', 'content_truncated', 'record_state'];

/**
 * Adds the full text to messages that are cut off (batchGetChatMessages, ten per request). A message that can no
 * longer be read keeps the text of the list.
 */
export async function withFullText(
	messages: IDataObject[],
	{ send }: Pick<Reading, 'send'>,
): Promise<IDataObject[]> {
	const texts = new Map<string, IDataObject>();
	const cut = messages.filter(isCut);
	const coordinates = new Map(
		cut.map(({ chat_session_uid, sequence }) => [
			keyOf({ chat_session_uid, sequence }),
			{ chat_session_uid, sequence },
		]),
	);
	await inParallel(chunksOf([...coordinates], LIMITS.itemsPerRequest), async (part) => {
		const items = part.map(([, coordinate], i) => ({ item_id: String(i), ...coordinate }));
		const { data } = await send('/api/v1/chat/messages/batch-get', { items });
		const results = itemResults(data);
		for (const [i, [key]] of part.entries()) {
			const result = results(String(i));
			if (result instanceof Error) throw result;
			if (isObject(result.message)) texts.set(key, result.message);
		}
	});
	return messages.map((message) => {
		const text = isCut(message) ? texts.get(keyOf(message)) : undefined;
		if (!text) return message;
		const { title, text_content, content_truncated = false, record_state } = text;
		// Without a text in the answer, the message keeps its part and its mark `content_truncated`
		const whole = isGiven(text_content) && { text_content, content_truncated };
		return { ...message, ...(isGiven(title) && { title }), ...whole, record_state };
	});
}

/** True for a message whose text is cut off, and for a search hit, which has a snippet instead of a text. */
export function isCut({ content_truncated, snippet }: IDataObject): boolean {
	return content_truncated === true || snippet !== undefined;
}

function keyOf({ chat_session_uid, sequence }: IDataObject): string {
	return JSON.stringify([chat_session_uid, sequence]);
}
