import { pollNode } from '../../dev/engine/pollNode';
import { nodeNamed } from '../../dev/engine/types';
import type { Field } from '../../nodes/shared/form/field';
import { single, type Operation } from '../../nodes/shared/operations';
import { tools } from '../../nodes/shared/tools';
import type { RequestField } from '../../nodes/shared/contract';
import { declare } from '../../nodes/shared/operations/declare';
import { declareTrigger, type TriggerEvent } from '../../nodes/shared/polling';
import { newCall } from '../../nodes/Calls/events/newCall';
import { useService } from '../support/useService';

/** Nodes of several versions, made as docs/compatibility.md says: saved workflows keep what they had. */

const fixture = useService();

const since = (version: number) => ({ show: { '@version': [version] } });
const text = (name: string, more: Partial<Field>): Field => ({
	displayName: name,
	name,
	type: 'string',
	default: '',
	...more,
});

describe('an operation', () => {
	const sent = (property: RequestField) => ({
		routing: { send: { type: 'body' as const, property } },
	});
	const search: Operation = {
		name: 'Find',
		value: 'find',
		action: 'Find team',
		description: 'Find a team',
		routing: { request: { method: 'POST', url: '/api/v1/profile/get' } },
		tool: { does: 'Finds teams.', returns: 'Returns teams.', use: 'Use it in a test.' },
		endpoint: single(),
		fields: [
			text('size', { ...sent('order'), default: 'small', displayOptions: since(1) }),
			text('size', { ...sent('order'), default: 'large', displayOptions: since(1.1) }),
			text('query', { ...sent('query'), displayOptions: since(1) }),
			text('words', { ...sent('query'), displayOptions: since(1.1) }),
		],
	};
	const team = { name: 'Team', value: 'team', description: 'A team', operations: [search] };
	const { properties, customOperations } = declare([team], tools);

	beforeAll(() => {
		const node = nodeNamed('svcTeams');
		Object.assign(node.description, { version: [1, 1.1], properties });
		Object.assign(node, { customOperations });
	});

	test.each([
		[1, { query: 'kiln' }, { order: 'small', query: 'kiln' }],
		[1.1, { words: 'kiln' }, { order: 'large', query: 'kiln' }],
		[1.1, { words: 'kiln', query: 'stale', size: 'small' }, { order: 'small', query: 'kiln' }],
	])('of version %s has its own defaults and fields', async (typeVersion, parameters, body) => {
		fixture.expectViolations();
		await fixture.run({ node: 'svcTeams', parameters, settings: { typeVersion } });
		expect(fixture.bodies[0]).toEqual(body);
	});
});

describe('an event', () => {
	const event: TriggerEvent = {
		...newCall,
		value: 'newCall',
		fields: [
			{
				displayName: 'Directions',
				name: 'direction',
				type: 'multiOptions',
				options: ['incoming', 'outgoing'].map((value) => ({ name: value, value })),
				default: ['incoming'],
				displayOptions: since(1),
				routing: { send: { type: 'body', property: 'directions' } },
			},
			{
				displayName: 'Directions',
				name: 'direction',
				type: 'multiOptions',
				options: ['incoming', 'outgoing'].map((value) => ({ name: value, value })),
				default: ['outgoing'],
				displayOptions: since(1.1),
				routing: { send: { type: 'body', property: 'directions' } },
			},
		],
	};

	beforeAll(() => {
		const node = nodeNamed('svcCallsTrigger');
		const { properties, poll } = declareTrigger([event]);
		Object.assign(node.description, { version: [1, 1.1], properties });
		node.poll = async function () {
			return await poll(this);
		};
	});

	test.each([
		[1, ['incoming']],
		[1.1, ['outgoing']],
	])('of version %s has its own defaults', async (typeVersion, directions) => {
		const { credential } = fixture;
		const parameters = { event: 'newCall' };
		await pollNode({ node: 'svcCallsTrigger', typeVersion, parameters, credential }, 'manual');
		const asked = fixture.requests.find(({ operation }) => operation === 'queryCalls')!;
		expect(asked.body).toMatchObject({ directions });
	});
});
