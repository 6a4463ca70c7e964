import type { IDataObject } from 'n8n-workflow';

import { isOn } from '../../shared/api';
import type { Completion, InputItem } from '../../shared/operations';
import { NAMES, withNames } from './conversationNames';
import { FULL_TEXT, withFullText } from './fullText';

/** Adds full texts and names to the messages of an input item, if its options ask for them. */
export const completion: Completion = {
	adds: ({ context }) => [
		...(isOn(context, 'options.includeFullText', false) ? FULL_TEXT : []),
		...(isOn(context, 'options.resolveNames', false) ? NAMES : []),
	],
	complete: completeMessages,
};

/** The messages of an input item, with full texts and names if its options ask for them. */
export async function completeMessages(
	messages: IDataObject[],
	item: InputItem,
): Promise<IDataObject[]> {
	const { context, run, send } = item;
	const whole = isOn(context, 'options.includeFullText', false)
		? await withFullText(messages, item)
		: messages;
	return isOn(context, 'options.resolveNames', false) ? await withNames(whole, run, send) : whole;
}
