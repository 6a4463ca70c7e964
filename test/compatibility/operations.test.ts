import type { INode } from 'n8n-workflow';

import { SvcApi } from '../../credentials/SvcApi.credentials';
import { version as present } from '../../package.json';
import { nameOf, OFFERED } from '../../dev/contract/offered';
import { NODES, typeName } from '../../dev/engine/types';
import { NodeRuns, type Sent } from './nodeRun';
import { playOperation } from './playOperation';
import { eventsOf, operationsOf, VERSIONS, type RecordedOperation } from './recorded';
import { lostFrom } from './shape';
import { issuesOf, openedParameters } from './storedNodes';

/** Nodes that users saved with a recorded version, in n8n's engine with the nodes as they are now. */

let runs: NodeRuns;

beforeAll(async () => (runs = await NodeRuns.start()));
afterAll(() => runs.stop());

describe.each(VERSIONS)('a node saved with %s', (version) => {
	it.each(
		[...operationsOf(version), ...eventsOf(version)].map(({ name, node }) => [name, node] as const),
	)('opens with everything that its user has chosen: %s', (_name, node) =>
		expect(lostAtOpening(node)).toEqual([]),
	);

	it.each(operationsOf(version).map((recorded) => [recorded.name, recorded] as const))(
		'asks the service for the same, and puts out all that expressions may use: %s',
		async (_name, recorded) => expect(await lostAtRunning(recorded)).toEqual([]),
	);
});

it('the present version is recorded: `npm run record`', () => {
	const names = operationsOf(present).map(({ name }) => name);
	expect(names.sort()).toEqual(OFFERED.map(nameOf).sort());
});

it('the credential has the fields in which users have entered their base URL and key', () => {
	const names = new SvcApi().properties.map(({ name }) => name);
	expect(names).toEqual(expect.arrayContaining(['baseUrl', 'apiKey']));
	expect(new SvcApi().name).toBe('svcApi');
});

/** Losses for a user who opens the workflow, in sentences. */
function lostAtOpening(node: INode): string[] {
	const type = NODES.find((each) => typeName(each) === node.type);
	if (!type) return [`there is no ${node.type} any more`];
	const { version, credentials = [] } = type.description;
	if (![version].flat().includes(node.typeVersion)) {
		return [`${node.type} has no version ${node.typeVersion} any more`];
	}
	const lost = Object.keys(node.credentials ?? {})
		.filter((name) => !credentials.some((each) => each.name === name))
		.map((name) => `its credential of type ${name} is not used any more`);
	const opened = leavesOf(openedParameters(type, node));
	for (const [place, value] of leavesOf(node.parameters)) {
		const kept = opened.get(place);
		if (kept === value) continue;
		const instead = kept === undefined ? 'forgets it' : `takes ${kept}`;
		lost.push(`the user chose ${value} for ${place}, and n8n ${instead}`);
	}
	const issues = issuesOf(type, node);
	if (issues) lost.push(`n8n refuses to run it: ${JSON.stringify(issues)}`);
	return lost;
}

/** Losses for a user who runs the workflow, in sentences. */
async function lostAtRunning({ node, sent, output }: RecordedOperation): Promise<string[]> {
	const now = await playOperation(node, runs);
	const [texts, before] = [now.sent, sent].map((each) => each.map(asText).join(', then '));
	const lost = texts === before ? [] : [`it sent ${before} and now sends ${texts || 'nothing'}`];
	return [...lost, ...lostFrom(output, now.output)];
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
