import type { IDataObject } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { addConversation } from '../../dev/areas/Chat/events';
import { EVENTS, withEvent } from '../../dev/areas/events';
import { place } from '../../dev/areas/place';
import type { Random } from '../../dev/fake-service/random';
import { MINUTE } from '../../nodes/shared/durations';
import { overrideLimits } from '../../dev/limits';
import { SIMULATIONS } from '../support/effort';
import { randomOf } from '../support/random';
import { keyOf, useTrigger, type Trigger } from './useTrigger';

/** Polls of n8n's scheduler run beside each other, and some before or during the activation of their trigger. */

const RUNS = Math.min(Math.ceil(SIMULATIONS / 3), 1_000);

const { fixture, trigger } = useTrigger();
const account = () => fixture.service.account('a');
const now = () => fixture.service.now();

async function turns(count: number): Promise<void> {
	for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** An n8n that reads what it has stored some time before a poll, and stores what the poll returns some time after it. */
class Scheduler {
	private stored: { node: IDataObject; global: IDataObject } = { node: {}, global: {} };
	private storing: Promise<unknown> = Promise.resolve();
	readonly emitted: string[] = [];

	constructor(
		private readonly trigger: Trigger,
		private readonly random: Random,
		private readonly hasCursors: boolean,
	) {}

	async poll(isActivation = false): Promise<void> {
		const { trigger, random, hasCursors } = this;
		const { process } = trigger;
		const cursor = this.stored.node;
		await turns(random.int(0, 3));
		const { node, global } = { ...this.stored, ...(hasCursors && { node: cursor }) };
		await turns(random.int(0, 7));
		if (process !== trigger.process) return;
		trigger.isDurable = hasCursors;
		const key = `node:${trigger.name}`;
		trigger.stored = hasCursors
			? { cursors: { [trigger.id]: node }, global }
			: { [key]: node, global };
		const { items, stored, error } = await trigger.tryPoll();
		if (error) throw error;
		const cursors = stored.cursors as IDataObject | undefined;
		const after = {
			node: cursors ? cursors[trigger.id] : stored[key],
			global: stored.global ?? {},
		} as typeof this.stored;
		const changed = JSON.stringify(after.node) !== JSON.stringify(node);
		const isEmitting = items.length > 0;
		// A cursor is stored with the execution, or without one, but not at the activation
		const storesNode = hasCursors && changed && (isEmitting || !isActivation);
		await this.store(process, () => {
			if (storesNode) this.stored.node = after.node;
			this.emitted.push(...items.map(({ json }) => keyOf(json)));
		});
		if (isEmitting || isActivation)
			await this.store(process, () =>
				Object.assign(this.stored, hasCursors ? { global: after.global } : after),
			);
	}

	/** The database does one thing after another; what a killed process wanted to store is lost. */
	private async store(process: string, change: () => unknown): Promise<void> {
		const wait = this.random.int(0, 5);
		const apply = () => process === this.trigger.process && change();
		this.storing = this.storing.then(async () => await turns(wait)).then(apply);
		await this.storing;
	}
}

const BURSTS = Object.entries(EVENTS).filter(([, { burst }]) => burst);

describe.each(BURSTS)('overlapping polls, %s', (name, { happen }) => {
	it.each(['with', 'without'])('emit each event once, %s durable cursors', async (cursors) => {
		const flaws: string[] = [];
		for (let run = 0; run < RUNS; run++) {
			const random = randomOf(name, cursors, run);
			fixture.service.reset();
			addConversation(account(), 'user_other');
			const [node, event] = name.split(': ');
			const options = { maxItemsPerPoll: random.pick([2, 50]) };
			// Polls that have time for few requests end in the middle of what they read
			const restore = overrideLimits({ maxPollRequests: random.pick([2, 5, 3_000]) });
			const own = trigger(node, event, { ...withEvent(node, event), options });
			const scheduler = new Scheduler(own, random, cursors === 'with');
			const polls = Array.from({ length: random.int(0, 2) }, async () => await scheduler.poll());
			await turns(random.int(0, 9));
			const expected: string[] = [];
			const occur = () => {
				const [thing, key] = happen(now(), expected.length);
				place(account(), thing);
				expected.push(key);
			};
			let isActive = false;
			polls.push(scheduler.poll(true).then(() => void (isActive = true)));
			for (let step = 0; step < 30; step++) {
				await turns(random.int(0, 4));
				if (random.chance(0.3)) fixture.service.advance(random.int(1, 2_000));
				if (isActive && random.chance(0.3)) occur();
				if (random.chance(0.25)) polls.push(scheduler.poll());
				if (isActive && cursors === 'with' && random.chance(0.05)) own.process = randomUUID();
			}
			await Promise.all(polls);
			occur();
			for (let i = 0; i < 12 || scheduler.emitted.length < expected.length; i++) {
				if (i === 60) break;
				fixture.service.advance(i < 4 ? 6_000 : 6 * MINUTE);
				await scheduler.poll();
			}
			restore();
			if (String(scheduler.emitted.sort()) !== String(expected.sort()))
				flaws.push(`run ${run}: ${scheduler.emitted.join()} instead of ${expected.join()}`);
		}
		expect(flaws).toEqual([]);
	});
});
