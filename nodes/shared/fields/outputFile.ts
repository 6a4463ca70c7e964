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
