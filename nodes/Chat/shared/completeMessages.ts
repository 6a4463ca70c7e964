import { isGiven } from '../../shared/api';
import type { FullTextSettings } from '../../shared/form';
import { complete, type Completion, type RowContext, textShows } from '../../shared/rows';
import { NAMES, withNames } from './conversationNames';
import { FULL_TEXT, withFullText } from './fullText';

/** A place where messages are shown. */
type Context = RowContext<FullTextSettings & { resolveNames?: boolean }>;

/** Adds the names of conversations and senders, if the option or the text asks for them. */
export const names: Completion = {
	adds: (context) => (wantsNames(context) ? NAMES : []),
	complete: withNames,
};

/** Adds full texts and names to messages, if the options ask for them. */
export const completion: Completion = {
	adds: (context: Context) => [
		...(context.settings.includeFullText ? FULL_TEXT : []),
		...names.adds(context),
	],
	complete: async (messages, context: Context) => {
		const whole = context.settings.includeFullText
			? await withFullText(messages, context)
			: messages;
		return await complete(whole, context, names);
	},
};

/** As the option says; without it in triggers, if a text shows what it adds, or if the user has not chosen conversations. */
function wantsNames(context: Context): boolean {
	const { settings, body, isPoll } = context;
	const textNeedsThem =
		textShows(context, 'conversation_name', 'conversation') ||
		textShows(context, 'conversation_kind');
	const areChosen = isGiven(body.chat_session_uids) || isGiven(body.chat_session_uid);
	return settings.resolveNames ?? (textNeedsThem || !areChosen || isPoll === true);
}
