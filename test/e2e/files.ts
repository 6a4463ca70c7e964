import axios from 'axios';
import type { INodeExecutionData } from 'n8n-workflow';
import type { N8nClient } from '../../dev/n8n/client';

/** A file in the output of a node. */
export interface OutputFile {
	name: string;
	mimeType: string;
	bytes: Buffer;
}

/** The files of an item by field, downloaded as in the editor. */
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
