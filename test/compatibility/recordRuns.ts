import type { IDataObject, INode } from 'n8n-workflow';

import { fitted, succeeding, type Envelope } from '../../dev/contract/answers';
import { OFFERED, type OfferedOperation } from '../../dev/contract/offered';
import { fullAnswer, OPERATIONS, variantsOf } from '../../dev/contract/operations';
import { SAMPLES } from '../../dev/contract/samples';
import { NODES } from '../../dev/engine/types';
import type { WorkflowFile } from '../../dev/n8n/client';
import { eventsOf } from '../../dev/engine/operations';
import { connect, node as otherNode, START } from '../e2e/workflows';
import type { FrozenRun, FrozenRuns } from './frozen';
import type { NodeRuns, Sent } from './nodeRun';
import { shapeOf } from './shape';
import { nodesOfEvent, nodesOfOperation } from './storedNodes';

/** A workflow with a node for each way of using a node type, and what those did. */
export interface Recorded {
	workflow: WorkflowFile;
	/** Runs of action nodes */
	runs?: FrozenRuns;
}

/** Workflows of all node types. */
export async function recordAll(runs: NodeRuns): Promise<Recorded[]> {
	const recorded: Recorded[] = [];
	for (const type of NODES) {
		const { name, properties } = type.description;
		if (type.poll) {
			const area = name.replace(/^svc|Trigger$/g, '');
			const nodes = eventsOf(area).flatMap(({ value }) => nodesOfEvent(type, value));
			recorded.push({ workflow: { name, nodes, connections: {} } });
			continue;
		}
		const operations = OFFERED.filter((offered) => offered.node === type);
		if (operations.length === 0) throw new Error(`${name} offers nothing of ${properties.length}`);
		const nodes = operations.map((offered) => ({ offered, nodes: nodesOfOperation(offered) }));
		const frozen: FrozenRuns = { answers: [], runs: [] };
		for (const { offered, nodes: own } of nodes) {
			let any = false;
			for (const each of own) {
				const run = await record(each, offered, runs, frozen.answers);
				if (run) frozen.runs.push(run);
				any ||= run !== undefined;
			}
			if (!any) throw new Error(`No run of ${own[0].name} of ${name} succeeded`);
		}
		const start = otherNode(START, 'n8n-nodes-base.manualTrigger', 1, {});
		const all = nodes.flatMap(({ nodes: own }) => own);
		recorded.push({ workflow: connect(name, [start, ...all]), runs: frozen });
	}
	return recorded;
}

/** Runs a node against complete answers; undefined where it does not succeed with any. */
async function record(
	node: INode,
	{ contract }: OfferedOperation,
	runs: NodeRuns,
	answers: IDataObject[],
): Promise<FrozenRun | undefined> {
	let variants = 1;
	for (let variant = 0; variant < variants; variant++) {
		const given: object[] = [];
		const answer = ({ path, body }: Sent) => {
			const { id, response } = OPERATIONS.find((each) => each.path === path)!;
			if (path === contract!.path) variants = variantsOf(response);
			const envelope = named(fitted(fullAnswer(response, { variant }), body), body);
			const whole = succeeding(envelope, SAMPLES[id].toldAsFailure);
			given.push(whole);
			return whole;
		};
		const { sent, items, error } = await runs.run(node, answer);
		if (error || items.length === 0) continue;
		const exchanges = sent.map((each, i) => ({ ...each, answer: indexOf(given[i], answers) }));
		return { node: node.name, exchanges, output: shapeOf(items) };
	}
	return undefined;
}

/** The answer with the names that a lookup asked for: no other candidate is taken. */
function named(envelope: Envelope, { items: asked = [] }: IDataObject): Envelope {
	const items = (envelope.data.items ?? []) as IDataObject[];
	for (const [i, { query }] of (asked as IDataObject[]).entries())
		for (const candidate of (items[i]?.candidates ?? []) as IDataObject[])
			for (const field of ['display_name', 'name', 'display_path'])
				if (query && field in candidate) candidate[field] = query;
	return envelope;
}

/** Place of an answer among the answers, which is added where it is not there yet. */
function indexOf(answer: object, answers: IDataObject[]): number {
	const json = JSON.stringify(answer);
	const known = answers.findIndex((each) => JSON.stringify(each) === json);
	return known >= 0 ? known : answers.push(JSON.parse(json) as IDataObject) - 1;
}
