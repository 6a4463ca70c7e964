import type { IDataObject } from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';

import { EVENTS, withEvent } from '../../dev/areas/events';
import { place } from '../../dev/areas/place';
import { pollNode, type TriggerSetup } from '../../dev/engine/pollNode';
import { startService, type Service } from '../../dev/fake-service/index';
import { NOTHING } from '../triggers/emptyService';
import { SHORT } from './effort';

/**
 * Many triggers with one key, which n8n polls in the same second of every minute, and a service that takes long for each
 * answer. Time is real. As n8n does, the test polls a trigger again whether or not its poll before has ended.
 */

const TRIGGERS = 100;
const MINUTES = SHORT ? 2 : 4;
const MINUTE = 60_000;
const ANSWER_MS = 700;

/**
 * An event that comes just after its poll has begun waits a minute for the next one, which ends 35 seconds later: 200
 * requests, four at a time. The short form runs beside other suites.
 */
const LONGEST_DELAY_MS = SHORT ? 130_000 : 100_000;

const HAPPEN_EVERY_MS = 10_000;

jest.setTimeout((MINUTES + 4) * MINUTE);

/** Triggers with two requests a poll. */
const KINDS = [
	['svcRecordsTrigger', 'newRecord'],
	['svcArrangementsTrigger', 'created'],
	['svcCallsTrigger', 'newCall'],
] as const;

let service: Service;

beforeAll(async () => {
	service = await startService({ size: NOTHING });
});
afterAll(async () => {
	expect(service.violations).toEqual([]);
	await service.close();
});

/** An active trigger, and the IDs of its events that have happened, with their times. */
class Polled {
	readonly failures: string[] = [];
	/** Milliseconds from each event to the end of the poll that emitted it */
	readonly delays: number[] = [];
	private readonly happened = new Map<string, number>();
	private stored: IDataObject = {};

	constructor(
		readonly number: number,
		private readonly node: string,
		private readonly event: string,
	) {}

	async poll(): Promise<void> {
		const { node, event, number, stored } = this;
		const credential = { baseUrl: service.url, apiKey: service.keys.a };
		const workflow = `workflow ${number}`;
		const parameters = withEvent(node, event);
		const setup: TriggerSetup = { workflow, node, parameters, stored, credential };
		const polled = await pollNode(setup);
		if (polled.error) this.failures.push(polled.error.message);
		if (this.stored === stored) this.stored = polled.stored;
		for (const { json } of polled.items) {
			const { id } = json._event as IDataObject;
			const time = this.happened.get(id as string);
			if (time === undefined) throw new Error(`${String(id)} was emitted and has not happened`);
			this.delays.push(Date.now() - time);
			this.happened.delete(id as string);
		}
	}

	knows(id: string, time: number): void {
		this.happened.set(id, time);
	}

	get missing(): string[] {
		return [...this.happened.keys()];
	}
}

it(`${TRIGGERS} triggers in the same second, ${ANSWER_MS} ms a request: no poll fails, and no event comes late`, async () => {
	const triggers = Array.from({ length: TRIGGERS }, (_, number) => {
		const [node, event] = KINDS[number % KINDS.length];
		return { kind: `${node}: ${event}`, polled: new Polled(number, node, event) };
	});
	await Promise.all(triggers.map(async ({ polled }) => await polled.poll()));

	let count = 0;
	const happen = () => {
		for (const kind of new Set(triggers.map((each) => each.kind))) {
			const now = service.now();
			const [thing, id] = EVENTS[kind].happen(now, count++);
			place(service.account('a'), thing);
			for (const each of triggers) if (each.kind === kind) each.polled.knows(id, now);
		}
	};

	service.faults.add({ delayMs: ANSWER_MS, times: Infinity });
	const start = Date.now();
	const polls: Array<Promise<void>> = [];
	for (let minute = 0; minute < MINUTES; minute++) {
		await sleep(start + minute * MINUTE - Date.now());
		polls.push(...triggers.map(async ({ polled }) => await polled.poll()));
		if (minute === MINUTES - 1) break;
		// The first events of a minute wait longest: they come just too late for its polls
		for (let ms = 500; ms < MINUTE; ms += HAPPEN_EVERY_MS) {
			await sleep(start + minute * MINUTE + ms - Date.now());
			happen();
		}
	}
	await Promise.all(polls);

	const all = triggers.map(({ polled }) => polled);
	const failures = all.flatMap((each) => each.failures);
	const longest = Math.max(...all.flatMap(({ delays }) => delays));
	const seconds = Math.round(longest / 1000);
	const missing = all.flatMap((each) => each.missing);
	process.stdout.write(
		`${failures.length} of ${polls.length} polls failed, the latest event came ${seconds} s late, ${missing.length} did not come\n`,
	);
	expect(failures).toEqual([]);
	expect(missing).toEqual([]);
	expect(longest).toBeLessThan(LONGEST_DELAY_MS);
});
