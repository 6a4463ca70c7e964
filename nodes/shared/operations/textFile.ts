import type { IDataObject } from 'n8n-workflow';

import { Made, type Row } from '../rows/row';
import type { InputItem } from './endpoint';

/** Name, extension and MIME type of a text file. */
export interface TextFile {
	/** Name without extension, used unless File Name is set */
	name: string;
	extension: string;
	mimeType: string;
}

/** Row with a text file in the binary field that the user chose. Without a field name, there is no file. */
export async function withTextFile(
	{ settings, run, form }: InputItem,
	json: IDataObject,
	text: string,
	{ name, extension, mimeType }: TextFile,
): Promise<Row> {
	const field = settings.binaryPropertyName;
	if (!field) return json;
	const fileName = settings.fileName?.trim() || `${name}.${extension}`;
	const content = Buffer.from(text, 'utf8');
	const binary = { [field]: await run.prepareBinaryData(content, fileName, mimeType) };
	return new Made(form().of([json])[0], binary);
}
