import type { IDataObject, INode } from 'n8n-workflow';

import { SvcApi } from '../../credentials/SvcApi.credentials';
import { NODES, typeName } from '../../dev/engine/types';
import { nodesOf, runsOf, VERSIONS, workflowsOf, type FrozenRun } from './frozen';
import { NodeRuns, type Sent } from './nodeRun';
import { lostFrom, shapeOf } from './shape';
import { issuesOf, openedParameters } from './storedNodes';

/** Workflows that users saved with a published version, in n8n's engine with the nodes as they are now. */

let runs: NodeRuns;

beforeAll(async () => (runs = await NodeRuns.start()));
afterAll(() => runs.stop());

describe.each(VERSIONS)('a workflow saved with %s', (version) => {
	describe.each(workflowsOf(version).map((workflow) => [workflow.name, workflow] as const))(
		'and %s',
		(_name, workflow) => {
			const nodes = nodesOf(workflow);
			const { answers, runs: frozen } = runsOf(version, workflow);

			it('opens with everything that its user has chosen', () => {
				expect(nodes.length).toBeGreaterThan(0);
				expect(nodes.flatMap(lostAtOpening)).toEqual([]);
			});

			it('asks the service for the same, and puts out all that expressions may use', async () => {
				const lost: string[] = [];
				for (const run of frozen) {
					const node = nodes.find(({ name }) => name === run.node)!;
					lost.push(...(await lostAtRunning(node, run, answers)));
				}
				expect(lost).toEqual([]);
			});
		},
	);
});

it('the credential has the fields in which users have entered their base URL and key', () => {
	const names = new SvcApi().properties.map(({ name }) => name);
	expect(names).toEqual(expect.arrayContaining(['baseUrl', 'apiKey']));
	expect(new SvcApi().name).toBe('svcApi');
});

/** Losses for a user who opens the workflow, in sentences. */
function lostAtOpening(node: INode): string[] {
	const type = NODES.find((each) => typeName(each) === node.type);
	if (!type) return [`"${node.name}": there is no ${node.type} any more`];
	const { version, credentials = [] } = type.description;
	if (![version].flat().includes(node.typeVersion)) {
		return [`"${node.name}": ${node.type} has no version ${node.typeVersion} any more`];
	}
	const lost = Object.keys(node.credentials ?? {})
		.filter((name) => !credentials.some((each) => each.name === name))
		.map((name) => `"${node.name}": its credential of type ${name} is not used any more`);
	const opened = leavesOf(openedParameters(type, node));
	for (const [place, value] of leavesOf(node.parameters)) {
		const kept = opened.get(place);
		if (kept === value) continue;
		const instead = kept === undefined ? 'forgets it' : `takes ${kept}`;
		lost.push(`"${node.name}": the user chose ${value} for ${place}, and n8n ${instead}`);
	}
	const issues = issuesOf(type, node);
	if (issues) lost.push(`"${node.name}": n8n refuses to run it: ${JSON.stringify(issues)}`);
	return lost;
}

/** Losses for a user who runs the workflow, in sentences. */
async function lostAtRunning(
	node: INode,
	{ exchanges, output }: FrozenRun,
	answers: IDataObject[],
): Promise<string[]> {
	const left = exchanges.slice();
	const answer = ({ path }: Sent) => {
		const next = left.findIndex((each) => each.path === path);
		return next < 0 ? undefined : answers[left.splice(next, 1)[0].answer];
	};
	const { sent, items, error } = await runs.run(node, answer);
	const now = sent.map(asText);
	const before = exchanges.map(asText);
	const lost =
		now.join() === before.join()
			? []
			: [`it sent ${before.join(', then ')} and now sends ${now.join(', then ') || 'nothing'}`];
	if (error) lost.push(`it fails: ${error.message}`);
	else lost.push(...lostFrom(output, shapeOf(items)));
	return lost.map((sentence) => `"${node.name}": ${sentence}`);
}

function asText({ path, body }: Sent): string {
	return `${path} ${JSON.stringify(body)}`;
}

/** Values of parameters as text, by their place. */
function leavesOf(value: unknown, place = ''): Map<string, string> {
	const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
	if (place && entries.length === 0) return new Map([[place, JSON.stringify(value)]]);
	return new Map(
		entries.flatMap(([name, inner]) => [...leavesOf(inner, place ? `${place}.${name}` : name)]),
	);
}
