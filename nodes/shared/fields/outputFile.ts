import { type Field } from './field';

/** Binary field for a file; `shown` holds its display options. */
export function outputField(shown?: Field['displayOptions']): Field {
	return {
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		hint: 'The name of the output binary field to put the file in; leave it empty for no file',
		...(shown && { displayOptions: shown }),
	};
}

/** Name of the file. */
export const fileName: Field = {
	displayName: 'File Name',
	name: 'fileName',
	type: 'string',
	default: '',
	placeholder: 'e.g. meeting.md',
	description: 'Name of the file with its extension. If empty, the ID becomes the name.',
};
