import axios from 'axios';
import { Agent } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { IDataObject, INodeParameters, INodeType, IVersionedNodeType } from 'n8n-workflow';

import type { SvcCredential } from '../dev/engine/credentials';
import { nodeNamed } from '../dev/engine/types';
import { pollNode } from '../dev/engine/pollNode';
import { overrideLimits } from '../dev/limits';
import type { Contender, Engine, Floor, FloorInNode, HttpRequest, Poll, Svc } from './case';
import { runSteps, type Step } from './engine';
import { looping, smallest } from './smallest';

/** Settings of a contender. */
export interface Surroundings {
	credential: SvcCredential;
	/** Latency of the service in milliseconds */
	latency: number;
	n8n: N8nNodes;
}

/** Prepares a contender. The returned function does the job of a size and returns the number of rows. */
export function prepare(
	contender: Contender,
	surroundings: Surroundings,
): (size: number, url: string) => Promise<number> {
	return async (size, baseUrl) => {
		const here = { ...surroundings, credential: { ...surroundings.credential, baseUrl } };
		switch (contender.by) {
			case 'svc':
				return await svc(contender, here, size);
			case 'poll':
				return await poll(contender, here);
			case 'httpRequest':
				return await httpRequest(contender, here, size);
			case 'engine':
				return await engine(contender, here, size);
			case 'floor':
				return await floor(contender, here, size);
			case 'floorInNode':
				return await floorInNode(contender, here, size);
		}
	};
}

async function svc(
	{ node, parameters, items = one }: Svc,
	{ credential }: Surroundings,
	size: number,
): Promise<number> {
	const steps = [{ type: node, typeVersion: 1, parameters }];
	const output = await runSteps(steps, nodeNamed, items(size), credential);
	return output.reduce((rows, { json, binary }) => rows + (binary ? Number(json.rows) : 1), 0);
}

const MAX_STATE = 64 * 1024;

async function poll(
	{ node, parameters, readsAlways }: Poll,
	{ credential }: Surroundings,
): Promise<number> {
	const restore = overrideLimits(readsAlways ? { freeListPages: Infinity } : {});
	let stored: IDataObject = {};
	let rows = 0;
	try {
		for (let polls = 0, news = 1; polls < 2 || news > 0; polls++) {
			const polled = await pollNode({ node, parameters, credential, stored });
			if (polled.error) throw polled.error;
			({ stored } = polled);
			news = polled.items.length;
			rows += news;
			const bytes = JSON.stringify(stored).length;
			if (bytes > MAX_STATE)
				throw new Error(`The state of ${node} has ${bytes} bytes, more than ${MAX_STATE}`);
		}
	} finally {
		restore();
	}
	return rows;
}

const HTTP_REQUEST = 'n8n-nodes-base.httpRequest';
const SPLIT_OUT = 'n8n-nodes-base.splitOut';

async function httpRequest(
	contender: HttpRequest,
	{ credential, latency, n8n }: Surroundings,
	size: number,
): Promise<number> {
	const { items = one, splitOut = [], batching, paginated } = contender;
	const parameters: INodeParameters = {
		method: 'POST',
		url: `${credential.baseUrl}${contender.path}`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'svcApi',
		sendBody: true,
		contentType: 'json',
		specifyBody: 'json',
		jsonBody: contender.body,
		options: {
			response: { response: { responseFormat: 'json' } },
			...(batching && { batching: { batch: batching(latency) } }),
			...(paginated && { pagination: { pagination } }),
		},
	};
	const steps: Step[] = [
		{ type: HTTP_REQUEST, typeVersion: n8n.version, parameters },
		...splitOut.map((field) => ({
			type: SPLIT_OUT,
			typeVersion: 1,
			parameters: { fieldToSplitOut: field, options: {} },
		})),
	];
	const typeOf = (name: string) => (name === SPLIT_OUT ? n8n.splitOut : n8n.httpRequest);
	return (await runSteps(steps, typeOf, items(size), credential)).length;
}

/** Paging as documented by the service: the cursor is sent back until `has_more` is false. */
const pagination = {
	paginationMode: 'updateAParameterInEachRequest',
	parameters: {
		parameters: [
			{
				type: 'body',
				name: 'page_cursor',
				// The first page has no cursor; undefined omits the field
				value: '={{ $response.body?.data.next_page_cursor }}',
			},
		],
	},
	paginationCompleteWhen: 'other',
	completeExpression: '={{ !$response.body.data.has_more }}',
	limitPagesFetched: false,
	requestInterval: 0,
};

/** Nodes of n8n that take part in the comparison. */
export interface N8nNodes {
	httpRequest: INodeType;
	version: number;
	splitOut: INodeType;
}

/** Loads these nodes from the n8n of the end-to-end tests; `modules` is the folder with its packages. */
export function nodesOfN8n(modules: string): N8nNodes {
	const require = createRequire(path.join(modules, 'n8n-nodes-base/dist/nodes/'));
	const load = <T>(file: string, name: string) => new (require(`./${file}.node.js`)[name])() as T;
	const http = load<IVersionedNodeType>('HttpRequest/HttpRequest', 'HttpRequest');
	const version = http.currentVersion;
	return {
		version,
		httpRequest: http.getNodeType(version),
		splitOut: load('Transform/SplitOut/SplitOut', 'SplitOut'),
	};
}

async function engine(
	{ value, items = one }: Engine,
	{ credential }: Surroundings,
	size: number,
): Promise<number> {
	const steps = [{ type: 'smallest', typeVersion: 1, parameters: { operation: 'do', value } }];
	return (await runSteps(steps, () => smallest, items(size), credential)).length;
}

async function floor({ run }: Floor, { credential }: Surroundings, size: number): Promise<number> {
	const agent = new Agent({ keepAlive: true });
	const http = axios.create({
		baseURL: credential.baseUrl,
		httpAgent: agent,
		proxy: false,
		headers: { Authorization: `Bearer ${credential.apiKey}` },
	});
	const post = async (to: string, body: IDataObject) =>
		(await http.post<{ data: IDataObject }>(to, body)).data.data;
	const rows = await run(post, size);
	agent.destroy();
	return rows.length;
}

async function floorInNode(
	{ value, items = one, run }: FloorInNode,
	{ credential }: Surroundings,
	size: number,
): Promise<number> {
	const steps = [{ type: 'looping', typeVersion: 1, parameters: { value } }];
	return (await runSteps(steps, () => looping(run), items(size), credential)).length;
}

function one(): IDataObject[] {
	return [{}];
}
