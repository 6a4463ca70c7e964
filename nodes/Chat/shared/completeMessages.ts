import type { IDataObject } from 'n8n-workflow';

import { isOn } from '../../shared/api';
import type { InputItem } from '../../shared/operations';
import { withNames } from './conversationNames';
import { withFullText } from './fullText';

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
