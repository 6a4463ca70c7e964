import axios from 'axios';
import type { INodeExecutionData } from 'n8n-workflow';
import type { N8nClient } from '../../dev/n8n/client';

/** A file that a node put out. */
export interface OutputFile {
	name: string;
	mimeType: string;
	bytes: Buffer;
}

/** The files of an item, downloaded as the editor does it, by the name of their field. */
export async function filesOf(
	n8n: N8nClient,
	{ binary = {} }: INodeExecutionData,
): Promise<Record<string, OutputFile>> {
	const files: Record<string, OutputFile> = {};
	for (const [field, { id, fileName = '', mimeType }] of Object.entries(binary)) {
		const { data } = await axios.get<ArrayBuffer>(`${n8n.url}/rest/binary-data`, {
			params: { id, action: 'download' },
			headers: { cookie: `n8n-auth=${n8n.loginToken}`, 'browser-id': n8n.browserId },
			responseType: 'arraybuffer',
			proxy: false,
			timeout: 60_000,
		});
		files[field] = { name: fileName, mimeType, bytes: Buffer.from(data) };
	}
	return files;
}
