import type { IDataObject } from 'n8n-workflow';

import type { Path } from '../../shared/contract';
import { integerOf, isGiven, textOf } from '../../shared/api';
import {
	batchWrite,
	currentVersion,
	type Endpoint,
	type Expected,
	FailureError,
	type InputItem,
	rejection,
	type Result,
	unchangeable,
	type Write,
} from '../../shared/operations';
import { exactMessage } from './fullText';

/** updateRecords, for the record of an own message. */
const update = { thing: 'message', repeat: 'idempotencyKey', stamp: 'edit_at' } satisfies Write;

/** A value that updateRecords takes from the message. A message that is not `mutable` cannot be changed. */
function fromMessage(field: string, value: Expected['value']): Expected {
	return {
		field,
		read: exactMessage,
		value: (message) => (isMutable(message) ? value(message) : immutable(message)),
		absent: 'record_not_found',
	};
}

const ofRecord = batchWrite({ ...update, target: ['record_uid'], expected: [currentVersion] });
const inConversation = batchWrite({
	...update,
	target: exactMessage.keys,
	unsent: exactMessage.keys,
	echo: ['chat_session_uid', 'sequence'],
	expected: [
		fromMessage('record_uid', (message) => textOf(message, 'record_uid')),
		fromMessage('expected_version', (message) => integerOf(message, 'record_version')),
	],
});

/** Changes own messages, by the UID of their records or by conversation and sequence. */
export const updateMessages: Endpoint = Object.assign(
	async (items: InputItem[], url: Path) =>
		await inBothWays(items, async (write, part) => await write(part, url)),
	{
		repeat: update.repeat,
		preview: async (items: InputItem[], url: Path) =>
			await inBothWays(items, async (write, part) => await write.preview(part, url)),
	},
);

/** The results of all items, of which each part is written in its own way. */
async function inBothWays(
	items: InputItem[],
	perform: (write: typeof ofRecord, part: InputItem[]) => Promise<Result[]>,
): Promise<Result[]> {
	const results = new Map<InputItem, Result>();
	for (const write of [ofRecord, inConversation]) {
		const part = items.filter(
			({ body }) => write === (body.record_uid === undefined ? inConversation : ofRecord),
		);
		const done = part.length > 0 ? await perform(write, part) : [];
		for (const [i, item] of part.entries()) results.set(item, done[i]);
	}
	return items.map((item) => results.get(item)!);
}

function isMutable({ mutable, record_uid }: IDataObject): boolean {
	return mutable === true && isGiven(record_uid);
}

function immutable({ record_state }: IDataObject): FailureError {
	return record_state === 'protected'
		? unchangeable('message', record_state)
		: new FailureError(rejection('message', 'not_mutable'));
}
