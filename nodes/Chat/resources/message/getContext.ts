import type { IDataObject } from 'n8n-workflow';

import type { Path } from '../../../shared/contract';
import { brokenAnswer } from '../../../shared/api';
import { conversation, moment, options, simplify } from '../../../shared/form';
import { complete } from '../../../shared/rows';
import {
	each,
	FailureError,
	type InputItem,
	notReadable,
	operation,
} from '../../../shared/operations';
import { completion } from '../../shared/completeMessages';
import { resolveNames } from '../../shared/conversationNames';
import { includeFullText } from '../../shared/fullText';
import { messagesIn } from '../../shared/messages';
import { contextOutput } from '../../shared/outputs';

/** readChatMessageContext: `anchor_sequences` of every row lists the sequence numbers that were found */
export const getContext = operation({
	name: 'Get Context',
	value: 'getContext',
	action: 'Get message context',
	description: 'Get messages together with the messages directly before and after them',
	routing: { request: { method: 'POST', url: '/api/v1/chat/messages/context' } },
	tool: {
		does: 'Gets chat messages together with the messages right before and after them.',
		returns: 'Returns text_content, sender_name, message_at and sequence of each, in order.',
		use: 'Use it after a search, to understand a hit. Not for a whole span of time.',
	},
	endpoint: each(context),
	output: contextOutput,
	fields: [
		conversation,
		{
			displayName: 'Message Numbers',
			name: 'sequences',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 104, 117',
			description:
				'Up to 80 different message numbers (sequence), separated by commas, or an array by expression',
			typeOptions: { minValue: 1 },
			limits: { list: { integers: true, unique: true } },
			routing: { send: { type: 'body', property: 'sequences' } },
		},
		simplify,
		options([
			includeFullText,
			resolveNames,
			moment(
				'Snapshot At',
				'snapshotAt',
				'snapshot_at',
				'Return the messages as they were at this time. Without this option, as they are now',
			),
		]),
	],
});

/** Messages around the anchors. Fails if no anchor was found; rows list found and missing ones. */
async function context(item: InputItem, url: Path): Promise<IDataObject[]> {
	const { body, send } = item;
	const { data } = await send(url, body);
	const { anchor_sequences } = data;
	if (!Array.isArray(anchor_sequences)) throw brokenAnswer("has no list 'anchor_sequences'");
	const anchors = new Set<unknown>(anchor_sequences);
	const missing = [body.sequences ?? []].flat().filter((sequence) => !anchors.has(sequence));
	if (anchors.size === 0) {
		throw new FailureError(notReadable('message'));
	}
	const messages = await complete(messagesIn(data), item, completion);
	return messages.map((message) => ({
		...message,
		anchor_sequences,
		...(missing.length > 0 && { missing_sequences: missing }),
	}));
}
