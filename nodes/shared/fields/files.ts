import { withOption } from './collections';
import type { Field } from './field';

/** Name of the binary field for the files of a list. */
export const requiredOutputField: Field = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	description: 'Output field for the file',
	hint: 'The name of the output binary field to put the file in',
};

/** Name of the binary field for an output file beside other output. */
export const outputField: Field = {
	...requiredOutputField,
	description: 'Output field for the text as a file. If empty, no file is created.',
};

/** `outputField` without a default name: where there is a file, n8n opens it in place of the text. */
export const optionalOutputField: Field = {
	...outputField,
	default: '',
	placeholder: 'e.g. data',
};

/** Option for the name of an output file. */
export const fileName: Field = {
	displayName: 'File Name',
	name: 'fileName',
	type: 'string',
	default: '',
	placeholder: 'e.g. meeting.md',
	description: 'Name of the output file, with extension. If empty, the name contains the ID.',
};

const FILES = ['csv', 'jsonLines'];

const outputAs: Field = {
	displayName: 'Output As',
	name: 'outputAs',
	type: 'options',
	noDataExpression: true,
	default: 'items',
	description:
		'Form of the output. Files hold any number of rows in little memory: choose one for more than some 10,000 rows.',
	options: [
		{
			name: 'CSV File',
			value: 'csv',
			description: 'One table for spreadsheet programs, with a column for each field',
		},
		{ name: 'Items', value: 'items', description: 'One item for each row' },
		{
			name: 'JSON Lines File',
			value: 'jsonLines',
			description: 'One JSON object in each line, for programs',
		},
	],
};

const byteOrderMark: Field = {
	displayName: 'Byte Order Mark',
	name: 'byteOrderMark',
	type: 'boolean',
	default: true,
	description:
		'Whether to begin the CSV file with a mark by which Excel recognizes that it is UTF-8. Without this option there is none.',
	displayOptions: { show: { '/outputAs': ['csv'] } },
};

const ifEmpty: Field = {
	displayName: 'If Empty',
	name: 'ifEmpty',
	type: 'options',
	default: 'file',
	description: 'What to put out for a list without rows. Without this option, no item.',
	options: [
		{
			name: 'Empty File',
			value: 'file',
			description: 'A file without rows: of a CSV file, the header alone',
		},
		{ name: 'No Item', value: 'none', description: 'No item, so that the workflow ends here' },
	],
	displayOptions: { show: { '/outputAs': FILES } },
};

const listFileName: Field = {
	displayName: 'File Name',
	name: 'fileName',
	type: 'string',
	default: '',
	placeholder: 'e.g. export.csv',
	description:
		'Name of the file. From the second file on, a number is added before the extension. Without this option the file is named after what it lists, such as records.csv.',
	displayOptions: { show: { '/outputAs': FILES } },
};

export const rowsPerFile: Field = {
	displayName: 'Rows per File',
	name: 'rowsPerFile',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 100_000,
	description:
		'Max number of rows in a file. Every further file is an item of its own. A file also ends before it has more than 64 MB.',
	displayOptions: { show: { '/outputAs': FILES } },
};

/** The fields of a list with Output As, and the options for files. A file has all rows unless the user turns that off. */
export function withListOutput(fields: Field[]): Field[] {
	const position = fields.findIndex(({ name }) => name === 'simplify') + 1;
	const chosen = [
		outputAs,
		{ ...requiredOutputField, displayOptions: { show: { outputAs: FILES } } },
	];
	const all = [...fields.slice(0, position), ...chosen, ...fields.slice(position)].flatMap(
		(field) => (field.name === 'returnAll' ? returnAllBy(field) : [field]),
	);
	return withOption(all, byteOrderMark, listFileName, ifEmpty, rowsPerFile);
}

/** Return All: off for items, on for files. */
function returnAllBy(returnAll: Field): Field[] {
	return [
		{ ...returnAll, displayOptions: { hide: { outputAs: FILES } } },
		{ ...returnAll, default: true, displayOptions: { show: { outputAs: FILES } } },
	];
}
