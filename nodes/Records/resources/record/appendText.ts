import type { IDataObject } from 'n8n-workflow';

import { isGiven, textOf } from '../../../shared/api';
import { type Setting, ifRejected, options, simplify, text } from '../../../shared/form';
import {
	appending,
	batchWrite,
	currentVersion,
	operation,
	type Settings,
	type Write,
} from '../../../shared/operations';
import { theRecord } from '../../shared/record';
import { appendedRecordOutput } from '../../shared/outputs';

const SEPARATORS: Record<string, string> = {
	blankLine: '\n\n',
	newLine: '\n',
	none: '',
	space: ' ',
};

const separator: Setting = {
	displayName: 'Separator',
	name: 'separator',
	type: 'options',
	default: 'newLine',
	description: 'What to put between the old and the new text',
	options: [
		{ name: 'Blank Line', value: 'blankLine', description: 'An empty line between both texts' },
		{ name: 'New Line', value: 'newLine', description: 'The new text begins on a line of its own' },
		{ name: 'None', value: 'none', description: 'The new text follows at once' },
		{ name: 'Space', value: 'space', description: 'A blank between both texts' },
	],
};

const append = {
	thing: 'record',
	target: ['record_uid'],
	repeat: 'idempotencyKey',
	stamp: 'edit_at',
	expected: [currentVersion],
	made: ({ record_uid, text_content, version }, item) =>
		text_content === item.text_content ? { record_uid, status: 'succeeded', version } : undefined,
	rowOf: (outcome, { text_content }) => ({ ...outcome, text_end: endOf(String(text_content)) }),
} satisfies Write;

/** updateRecords, with the text of the record as it is and more text behind it */
export const appendText = operation({
	name: 'Append Text',
	value: 'appendText',
	action: 'Append text to record (note)',
	description: 'Add text at the end of a record (note) that you created',
	routing: { request: { method: 'POST', url: '/api/v1/record/records/update' } },
	tool: {
		does: 'Adds text to the end of a record (note) that the user created, on a new line: give the text without a line break before it.',
		returns: 'Returns the new version and the end of the text, or why nothing was added.',
		use: 'Use it to add to a note without changing what it says, such as another entry of a log. Not for replacing the text.',
		effect: 'Changes the note; what was there stays.',
		undo: 'Setting the former text undoes it.',
		undoneBy: 'record.update',
	},
	endpoint: batchWrite({
		...append,
		steps: appending(append, {
			field: 'text_content',
			merge: withText,
			outdated: 'stale_version',
		}),
	}),
	output: appendedRecordOutput,
	fields: [
		theRecord,
		text('Plain text to add', { required: true }),
		options([simplify, ifRejected, separator]),
	],
});

/** The item with the whole text that the record shall have. */
function withText(
	item: IDataObject,
	record: IDataObject,
	{ separator = 'newLine' }: Settings & { separator?: string },
): IDataObject {
	const text = isGiven(record.text_content) ? textOf(record, 'text_content') : '';
	const between = SEPARATORS[separator];
	const added = String(item.text_content);
	// A line break at the start of the text is the one that the node sets
	const more = between.startsWith('\n') ? added.replace(/^[\r\n]+/, '') : added;
	const parts = [text, more].filter((part) => part !== '');
	return { ...item, text_content: parts.join(between) };
}

/** Number of characters of the text that the row shows. */
const SHOWN = 200;

/** The last characters of a text. */
function endOf(text: string): string {
	return [...text].slice(-SHOWN).join('');
}
