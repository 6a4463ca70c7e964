import type { IDataObject } from 'n8n-workflow';

import type { Completion, InputItem } from '../../shared/operations';
import { NAMES, withNames } from './conversationNames';
import { FULL_TEXT, withFullText } from './fullText';

/** Adds full texts and names to the messages of an input item, if its options ask for them. */
export const completion: Completion = {
	adds: ({ settings }) => [
		...(settings.includeFullText ? FULL_TEXT : []),
		...(settings.resolveNames ? NAMES : []),
	],
	complete: completeMessages,
};

/** The messages of an input item, with full texts and names if its options ask for them. */
export async function completeMessages(
	messages: IDataObject[],
	item: InputItem,
): Promise<IDataObject[]> {
	const { settings, run, send } = item;
	const whole = settings.includeFullText ? await withFullText(messages, item) : messages;
	return settings.resolveNames ? await withNames(whole, run, send) : whole;
}
