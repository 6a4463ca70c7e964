import axios from 'axios';
import type { INodeExecutionData } from 'n8n-workflow';
import type { N8nClient } from '../../dev/n8n/client';
import { runOf } from '../../dev/n8n/execution';
import { chain, node } from './workflows';
import type { World } from './world';

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

/** An Excel file with these rows. Numbers stay numbers: dates are days since the end of 1899, as in date cells. */
export async function excelFile(world: World, rows: object[]): Promise<Buffer> {
	const jsonOutput = JSON.stringify({ rows });
	const made = await world.run(
		chain(
			'Write Excel',
			node('Rows', 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput, options: {} }),
			node('Split', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'rows', options: {} }),
			node('File', 'n8n-nodes-base.convertToFile', 1.1, { operation: 'xlsx', options: {} }),
		),
	);
	const { data } = await filesOf(world.n8n, runOf(made, 'File').outputs[0][0]);
	return data.bytes;
}
