import type { IDataObject } from 'n8n-workflow';

import { isGiven } from '../../shared/api';
import type { FullTextSettings } from '../../shared/form';
import { type Completion, type InputItem, textShows } from '../../shared/operations';
import { NAMES, withNames } from './conversationNames';
import { FULL_TEXT, withFullText } from './fullText';

/** Settings of lists of messages. */
interface MessageSettings extends FullTextSettings {
	resolveNames?: boolean;
}

/** Adds full texts and names to the messages of an input item, if its options ask for them. */
export const completion: Completion = {
	adds: (item: InputItem<MessageSettings>) => [
		...(item.settings.includeFullText ? FULL_TEXT : []),
		...(wantsNames(item) ? NAMES : []),
	],
	complete: completeMessages,
};

/** True if the rows need names: by option, for a text that shows them, or where nobody has named the conversations. */
function wantsNames(item: InputItem<MessageSettings>): boolean {
	const { settings, body } = item;
	const shows = textShows(item, 'conversation_name', 'conversation');
	const isAsked = shows || textShows(item, 'conversation_kind');
	const isNamed = isGiven(body.chat_session_uids) || isGiven(body.chat_session_uid);
	return settings.resolveNames ?? (isAsked || !isNamed);
}

/** The messages of an input item, with full texts and names if its options ask for them. */
export async function completeMessages(
	messages: IDataObject[],
	item: InputItem<MessageSettings>,
): Promise<IDataObject[]> {
	const { settings, run, send } = item;
	const whole = settings.includeFullText ? await withFullText(messages, item) : messages;
	return wantsNames(item) ? await withNames(whole, run, send) : whole;
}
