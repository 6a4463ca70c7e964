import type { IDataObject } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { DAY, MINUTE } from '../../nodes/shared/durations';
import { addCall } from '../../dev/areas/Calls/events';
import { useTrigger, type Trigger } from './useTrigger';

/**
 * Whose state a trigger goes on with: n8n keeps static data by the names of nodes, and with durable cursors by their IDs.
 * Each history tells what happens to the nodes of a workflow between the calls that come in.
 */
const { fixture, trigger } = useTrigger();

const account = () => fixture.service.account('a');
const now = () => fixture.service.now();
/** An incoming call that nobody took. */
const call = (call_uid: string, created_at = now()) =>
	addCall(account(), {
		call_uid,
		created_at,
		direction: 'incoming',
		connection_state: 'not_connected',
		result: 'not_answered',
	});

/** A workflow whose nodes share what n8n has stored of it. */
class SharedWorkflow {
	stored: IDataObject = {};
	process: string = randomUUID();
	private readonly nodes: Trigger[] = [];

	constructor(private readonly isDurable: boolean) {}

	/** Adds a trigger node and publishes the workflow. */
	async add(id: string, name: string, parameters = {}, event = 'newCall'): Promise<Trigger> {
		const node = trigger('svcCallsTrigger', event, parameters);
		Object.assign(node, { id, name, isDurable: this.isDurable });
		this.nodes.push(node);
		expect(await this.keysOf(node)).toEqual([]);
		return node;
	}

	remove(node: Trigger): void {
		this.nodes.splice(this.nodes.indexOf(node), 1);
	}

	/** One poll of a node, a minute later. */
	async keysOf(node: Trigger): Promise<string[]> {
		fixture.service.advance(MINUTE);
		const others = this.nodes
			.filter((other) => other !== node)
			.map(({ id, name }) => ({ id, name }));
		Object.assign(node, { others, stored: this.stored, process: this.process });
		const keys = await node.keys();
		this.stored = node.stored;
		return keys;
	}

	/** Ends the process of n8n, with what it has in memory. */
	restart(): void {
		this.process = randomUUID();
	}
}

/** The mode of n8n's scheduler, and whether n8n restarts after each step. */
const MODES = [true, false].flatMap((isDurable) =>
	[true, false].map((restarts) => ({
		isDurable,
		restarts,
		mode: `${isDurable ? 'durable cursors' : 'static data'}${restarts ? ', restarts' : ''}`,
	})),
);

describe.each(MODES)('$mode', ({ isDurable, restarts }) => {
	let workflow: SharedWorkflow;
	beforeEach(() => (workflow = new SharedWorkflow(isDurable)));
	const step = () => restarts && workflow.restart();

	it('a trigger that was deleted and added again starts anew, whatever its name', async () => {
		for (let i = 0; i < 6; i++) call(`old_${i}`, now() - i * DAY);
		const first = await workflow.add('first', 'Calls', { filters: { directions: ['incoming'] } });
		call('emitted');
		expect(await workflow.keysOf(first)).toEqual(['emitted']);
		workflow.remove(first);
		for (let i = 0; i < 6; i++) call(`meanwhile_${i}`);
		step();
		for (const [i, name] of ['Calls', 'Calls1', 'Calls'].entries()) {
			const again = await workflow.add(randomUUID(), name);
			call(`after_${i}`);
			step();
			expect(await workflow.keysOf(again)).toEqual([`after_${i}`]);
			workflow.remove(again);
			step();
		}
	});

	it('a renamed trigger goes on, there and back, nothing twice and nothing lost', async () => {
		const node = await workflow.add('first', 'A');
		let count = 0;
		for (const name of ['A', 'B', 'A', 'A', 'C', 'B', 'A']) {
			// Before the last poll with the earlier name, and between it and the first one with the new name
			call(`call_${++count}`);
			expect(await workflow.keysOf(node)).toEqual([`call_${count}`]);
			step();
			call(`call_${++count}`);
			node.name = name;
			expect(await workflow.keysOf(node)).toEqual([`call_${count}`]);
			expect(await workflow.keysOf(node)).toEqual([]);
			step();
		}
	});

	it('two triggers that exchange their names go on', async () => {
		const [a, b] = [await workflow.add('first', 'A'), await workflow.add('second', 'B')];
		for (let i = 0; i < 4; i++) {
			call(`call_${i}`);
			if (i > 0) [a.name, b.name] = [b.name, a.name];
			step();
			expect(await workflow.keysOf(i % 2 ? a : b)).toEqual([`call_${i}`]);
			step();
			expect(await workflow.keysOf(i % 2 ? b : a)).toEqual([`call_${i}`]);
		}
	});

	it('a trigger goes on under a new name while a new one has its former name', async () => {
		const a = await workflow.add('first', 'A');
		call('a');
		expect(await workflow.keysOf(a)).toEqual(['a']);
		a.name = 'B';
		const other = await workflow.add('second', 'A');
		step();
		call('b');
		expect(await workflow.keysOf(other)).toEqual(['b']);
		step();
		expect(await workflow.keysOf(a)).toEqual(['b']);
	});

	it('a deleted trigger that is restored with its ID catches up', async () => {
		const a = await workflow.add('first', 'A');
		workflow.remove(a);
		const other = await workflow.add('second', 'B');
		call('a');
		expect(await workflow.keysOf(other)).toEqual(['a']);
		step();
		const restored = trigger('svcCallsTrigger', 'newCall');
		Object.assign(restored, { id: 'first', name: 'A', isDurable });
		expect(await workflow.keysOf(restored)).toEqual(['a']);
	});

	// n8n refuses workflows with such nodes in the versions that have durable cursors
	if (isDurable) return;

	it.each(['newCall', 'missedCall'])(
		'two triggers with the same ID emit each event, both of them (newCall and %s)',
		async (event) => {
			const a = await workflow.add('same', 'A');
			const b = await workflow.add('same', 'B', {}, event);
			const emitted: Array<string[][]> = [];
			for (let i = 0; i < 8; i++) {
				call(`call_${i}`);
				step();
				emitted.push([await workflow.keysOf(a), await workflow.keysOf(b)]);
			}
			const key = (i: number) => (event === 'newCall' ? `call_${i}` : `call_${i}#missed`);
			expect(emitted).toEqual(emitted.map((_, i) => [[`call_${i}`], [key(i)]]));
		},
	);

	it('of two triggers with the same ID one is renamed or deleted, and both go on', async () => {
		const [a, b] = [await workflow.add('same', 'A'), await workflow.add('same', 'B')];
		b.name = 'C';
		call('a');
		step();
		expect([await workflow.keysOf(a), await workflow.keysOf(b)]).toEqual([['a'], ['a']]);
		workflow.remove(a);
		step();
		call('b');
		expect(await workflow.keysOf(b)).toEqual(['b']);
		expect(await workflow.keysOf(b)).toEqual([]);
	});
});

it.each([
	['is damaged', { from: 'yesterday' }],
	['was written by a newer version', { version: 99 }],
])(
	'the advice for a state that %s works: a trigger that is added again starts from now on',
	async (_how, change) => {
		const workflow = new SharedWorkflow(false);
		const node = await workflow.add('first', 'Calls');
		Object.assign((workflow.stored['node:Calls'] as IDataObject).poll as IDataObject, change);
		delete workflow.stored.global;
		await expect(workflow.keysOf(node)).rejects.toMatchObject({
			message: expect.stringContaining('stored state of this trigger') as string,
			description: expect.stringMatching(/delete and recreate the trigger/i) as string,
		});
		workflow.remove(node);
		call('before');
		const again = await workflow.add('second', 'Calls');
		call('after');
		expect(await workflow.keysOf(again)).toEqual(['after']);
	},
);

describe('n8n that registers a trigger twice', () => {
	const SCHEDULES: Array<[what: string, polls: Array<'first' | 'second'>]> = [
		['one after the other', ['first', 'second', 'first', 'second', 'first', 'second']],
		['the second one first', ['second', 'first', 'second', 'first', 'second', 'first']],
		['one of them twice', ['first', 'first', 'second', 'second', 'first', 'first', 'second']],
		['one of them late', ['first', 'first', 'first', 'first', 'second', 'first', 'second']],
	];

	it.each(
		SCHEDULES.flatMap(([what, polls]) => [1, 90].map((minutes) => ({ what, polls, minutes }))),
	)(
		'repeats and loses nothing: $what, a poll every $minutes minutes',
		async ({ polls, minutes }) => {
			const first = trigger('svcCallsTrigger', 'newCall');
			first.registration = {};
			await first.poll();
			const second = trigger('svcCallsTrigger', 'newCall');
			// Each has a copy of the static data of its own in memory
			Object.assign(second, { registration: {}, stored: first.stored, process: first.process });
			await second.poll();
			const keys: string[] = [];
			for (const [i, name] of polls.entries()) {
				call(`call_${i}`);
				fixture.service.advance(minutes * MINUTE);
				keys.push(...(await (name === 'first' ? first : second).keys()));
			}
			expect(keys).toEqual(polls.map((_, i) => `call_${i}`));
		},
	);
});
