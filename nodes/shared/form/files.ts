import type { INodePropertyOptions } from 'n8n-workflow';

import type { Output } from '../rows/output';
import { TALK_TIME } from '../rows/rowWriter';
import { withOption } from './collections';
import type { Field, Setting } from './field';
import { groupBy, language, textFields, textIfEmpty } from './textOutput';

/** Name of the binary field for the files of a list. */
const requiredOutputField: Setting = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	description: 'Output field for the file',
	hint: 'The name of the output binary field to put the file in',
};

/** Name of the binary field for an output file beside other output. */
export const outputField = {
	...requiredOutputField,
	description: 'Output field for the text as a file. If empty, no file is created.',
} satisfies Field;

/** `outputField` without a default name: where there is a file, n8n opens it in place of the text (n8n 2.41, RunData.vue). */
export const optionalOutputField = {
	...outputField,
	default: '',
	placeholder: 'e.g. data',
} satisfies Field;

/** Option for the name of an output file. */
export const fileName: Setting = {
	displayName: 'File Name',
	name: 'fileName',
	type: 'string',
	default: '',
	placeholder: 'e.g. meeting.md',
	description:
		'Name of the output file, with extension. If empty, it has the name and date, or the ID.',
};

const FILES = ['csv', 'csvPrograms', 'jsonLines'];

/** Values of Output As that put many rows together. */
export const JOINED = ['text', ...FILES];

/** Choices of Output As, those for people before those for programs. Of all rows means that Return All is on at first. */
const FORMS: INodePropertyOptions[] = [
	['Items', 'items', 'One item for each row'],
	['Text', 'text', 'One item with a text that people can read, such as a message'],
	['Talk Time (Who Spoke Most)', TALK_TIME, 'Seconds and share of each speaker in all rows'],
	[
		'CSV for Spreadsheets',
		'csv',
		'A table of all rows, in local times. Options > Language sets its separators.',
	],
	['CSV for Programs', 'csvPrograms', 'A table of all rows, with exact times, to be read back'],
	['JSON Lines', 'jsonLines', 'A file of all rows with one JSON object in each line, for programs'],
].map(([name, value, description]) => ({ name, value, description }));

const outputAs: Setting = {
	displayName: 'Output As',
	name: 'outputAs',
	type: 'options',
	noDataExpression: true,
	default: 'items',
	description: 'Form of the output. Choose a file for more than some 10,000 rows.',
	options: FORMS.filter(({ value }) => value !== TALK_TIME),
};

/** Output As of lists whose rows have transcripts. */
const withTalkTime: Setting = {
	...outputAs,
	hint: 'Talk Time tells who spoke most',
	options: FORMS,
};

/** Output As of the read of an object. */
const objectAs = {
	...outputAs,
	description: 'Form of the output',
	options: [{ ...FORMS[0], description: 'The object with its fields' }, FORMS[1]],
};

const ifEmpty: Setting = {
	displayName: 'If Empty',
	name: 'ifEmpty',
	type: 'options',
	default: 'file',
	description: 'What to output if the list has no rows. Without this option, there is no item.',
	options: [
		{
			name: 'Empty File',
			value: 'file',
			description: 'A file without rows. A CSV file then contains only the header.',
		},
		{ name: 'No Item', value: 'none', description: 'No item, so that the workflow ends here' },
	],
	displayOptions: { show: { '/outputAs': FILES } },
};

const listFileName: Setting = {
	displayName: 'File Name',
	name: 'fileName',
	type: 'string',
	default: '',
	placeholder: 'e.g. export.csv',
	description:
		'Name of the file, numbered from the second one on. Default: a name such as records-2026-11-23.csv.',
	displayOptions: { show: { '/outputAs': FILES } },
};

/**
 * The fields of a list with Output As, and the options for texts and files. Files and talk times are made of all rows
 * unless the user turns that off.
 */
export function withListOutput(fields: Field[], output: Output, givesTalkTime = false): Field[] {
	const chosen = [
		givesTalkTime ? withTalkTime : outputAs,
		textFields(output),
		...groupBy(output),
		textIfEmpty,
		{ ...requiredOutputField, displayOptions: { show: { outputAs: FILES } } },
	];
	const all = withOutputFields(fields, chosen).flatMap((field) =>
		field.name === 'returnAll' ? returnAllBy(field) : [field],
	);
	return withOutputOptions(all, listFileName, ifEmpty, language);
}

/** The fields of an event with Output As, and the options for texts and files. */
export function withEventOutput(fields: Field[], output: Output): Field[] {
	const description =
		'Form of the output: an item for each event, or one item for all events of a poll';
	const chosen = [
		{ ...outputAs, description },
		textFields(output),
		...groupBy(output),
		{ ...requiredOutputField, displayOptions: { show: { outputAs: FILES } } },
	];
	const all = withOutputFields(fields, chosen);
	return withOutputOptions(all, language);
}

/** The fields of the read of an object, with the choice of a text instead of the object. */
export function withTextOutput(fields: Field[], output: Output): Field[] {
	const all = withOutputFields(fields, [objectAs, textFields(output)]);
	return withOutputOptions(all, language);
}

/**
 * The fields with those of the form of the output after the filters, which are asked for more often, or after Simplify.
 * Texts and talk times have no Simplify: they are made of the simplified rows.
 */
function withOutputFields(fields: Field[], others: Field[]): Field[] {
	const displayOptions = { hide: { outputAs: ['text', TALK_TIME] } };
	const last = fields.some(({ name }) => name === 'filters') ? 'filters' : 'simplify';
	return fields.flatMap((field) => {
		const shown = field.name === 'simplify' ? { ...field, displayOptions } : field;
		return field.name === last ? [shown, ...others] : [shown];
	});
}

/** The fields with options for texts and files. Where Options has no others, it is there for these alone. */
function withOutputOptions(fields: Field[], ...further: Field[]): Field[] {
	const all = withOption(fields, ...further);
	if (fields.some(({ name }) => name === 'options')) return all;
	const displayOptions = { show: { outputAs: JOINED } };
	return all.map((field) => (field.name === 'options' ? { ...field, displayOptions } : field));
}

/** Return All: off for items and texts, on for what is made of all rows. */
function returnAllBy(returnAll: Field): Field[] {
	const outputAs = [...FILES, TALK_TIME];
	return [
		{ ...returnAll, displayOptions: { hide: { outputAs } } },
		{ ...returnAll, default: true, displayOptions: { show: { outputAs } } },
	];
}
