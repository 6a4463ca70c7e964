import { type Field } from './field';

/** Name of the binary field for the files of a list. */
export const requiredOutputField: Field = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	description: 'Output field for the file',
	hint: 'The name of the output binary field to put the file in',
};

/** Name of the binary field for an output file beside other output. `shown` are its display options. */
export function outputField(shown?: Field['displayOptions']): Field {
	return {
		...requiredOutputField,
		description: 'Output field for the text as a file',
		hint: `${requiredOutputField.hint}. If empty, no file is created.`,
		...(shown && { displayOptions: shown }),
	};
}

/** Option for the name of an output file. */
export const fileName: Field = {
	displayName: 'File Name',
	name: 'fileName',
	type: 'string',
	default: '',
	placeholder: 'e.g. meeting.md',
	description: 'Name of the output file, with extension. If empty, the name contains the ID.',
};
