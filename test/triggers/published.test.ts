import {
	ActiveWorkflowTriggers,
	PollContext,
	PollTriggerExecutor,
	Tracing,
	TriggersAndPollers,
} from 'n8n-core';
import { type IDataObject, type INode, type INodeExecutionData, Workflow } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { addArrangement } from '../../dev/areas/Arrangements/events';
import { addConversation } from '../../dev/areas/Chat/events';
import { EVENTS, withEvent } from '../../dev/areas/events';
import { place } from '../../dev/areas/place';
import { additionalData } from '../../dev/engine/runNode';
import { nodeNamed, nodeTypes, typeName } from '../../dev/engine/types';
import { HOUR, MINUTE } from '../../nodes/shared/durations';
import { answered, askWithoutNetwork } from '../support/withoutNetwork';
import { keyOf, useTrigger } from './useTrigger';

/**
 * A workflow that is published or unpublished while its triggers poll, in n8n-core's own registration of triggers: it
 * throws away what a poll returns whose registration was replaced meanwhile, and does not store its state.
 */

const { fixture } = useTrigger();
const account = () => fixture.service.account('a');
const now = () => fixture.service.now();
const advance = (ms: number) => fixture.service.advance(ms);

/** The triggers of a workflow, what n8n has stored of them, and what they have emitted. */
class Published {
	/** Static data in the database of n8n */
	stored: IDataObject = {};
	readonly emitted: Record<string, string[]> = {};
	readonly nodes: INode[];

	constructor(trigger: string, event: string, names: string[]) {
		this.nodes = names.map((name) => ({
			id: name,
			name,
			type: typeName(nodeNamed(trigger)),
			typeVersion: 1,
			position: [0, 0],
			parameters: {
				...withEvent(trigger, event),
				options: { maxItemsPerPoll: 50 },
			},
			credentials: { svcApi: { id: 'credential', name: 'Svc account' } },
		}));
		for (const name of names) this.emitted[name] = [];
	}
}

/** A main process of n8n, with the registrations that it keeps in memory. */
class Main {
	/** Polls of other processes are of another workflow for the nodes */
	private readonly id = randomUUID();
	/** Schedules, by node */
	private readonly schedules = new Map<string, () => void>();
	private running: Array<Promise<void>> = [];
	private readonly triggers: ActiveWorkflowTriggers;
	/** Requests wait for it */
	private answers = async () => {};
	/** Number of polls whose result n8n has thrown away */
	discarded = 0;

	constructor(private readonly workflow: Published) {
		const logger = {
			scoped: () => logger,
			debug: (message: string) => (this.discarded += Number(message.startsWith('Discarding'))),
			info: () => {},
			warn: () => {},
			error: () => {},
		};
		const schedules = {
			register: ({ targetId }: { targetId: string }, poll: () => void) =>
				this.schedules.set(targetId, poll),
			deregisterTarget: (_group: unknown, id: string) => this.schedules.delete(id),
			deregisterGroup: () => this.schedules.clear(),
			hasGroup: () => this.schedules.size > 0,
		};
		const errors = { error: (error: Error) => Promise.reject(error) };
		const polls = new TriggersAndPollers();
		const executor = new PollTriggerExecutor(
			logger as never,
			polls,
			new Tracing(),
			errors as never,
		);
		const create = executor.create.bind(executor);
		executor.create = (...registration) => {
			const poll = create(...registration);
			return async (isActivation) => {
				const run = poll(isActivation);
				this.running.push(run);
				await run;
			};
		};
		this.triggers = new ActiveWorkflowTriggers(
			logger as never,
			schedules as never,
			polls,
			errors as never,
			executor,
		);
	}

	/** Publishes changed nodes of the workflow, by default all: the others keep their registrations. */
	async publish(names = this.workflow.nodes.map(({ name }) => name)): Promise<void> {
		const { nodes, stored } = this.workflow;
		await this.triggers.removeTriggers(this.id, new Set(names));
		const workflow = new Workflow({
			id: this.id,
			name: 'Test',
			nodes,
			connections: {},
			active: true,
			nodeTypes,
			staticData: JSON.parse(JSON.stringify(stored)) as IDataObject,
		});
		// n8n adds this parameter when it loads a trigger that polls
		for (const { parameters } of Object.values(workflow.nodes))
			parameters.pollTimes = { item: [{ mode: 'everyMinute' }] };
		const data = additionalData(fixture.credential);
		await workflow.expression.withIsolate(
			async () =>
				await this.triggers.addTriggers(
					this.id,
					workflow,
					names,
					data,
					'trigger',
					'update',
					() => {
						throw new Error('There are only triggers that poll');
					},
					(_workflow, node) => this.contextOf(workflow, node),
				),
		);
		this.save(workflow);
	}

	async unpublish(): Promise<void> {
		await this.triggers.remove(this.id);
	}

	/** A scheduled poll of a node, if it is published. */
	async poll(name: string): Promise<void> {
		this.schedules.get(name)?.();
		await this.ended();
	}

	/** Runs `act` while a request of what `start` does waits for its answer, and ends both. */
	async during(start: () => Promise<void>, act: () => Promise<unknown>): Promise<void> {
		let answer = () => {};
		const asked = new Promise<void>((resolve) => {
			const held = new Promise<void>((answered) => (answer = answered));
			this.answers = async () => {
				resolve();
				await held;
			};
		});
		const started = start();
		await asked;
		this.answers = async () => {};
		const acted = act();
		// An act that waits for the poll goes on after it
		for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
		answer();
		await Promise.all([started, acted]);
		await this.ended();
	}

	private async ended(): Promise<void> {
		await Promise.all(this.running);
		this.running = [];
	}

	private contextOf(workflow: Workflow, node: INode): PollContext {
		const emit = (items: INodeExecutionData[][]) => {
			this.workflow.emitted[node.name].push(...items[0].map(({ json }) => keyOf(json)));
			this.save(workflow);
		};
		const fail = (error: Error) => void this.running.push(Promise.reject(error));
		const data = additionalData(fixture.credential);
		const context = new PollContext(workflow, node, data, 'trigger', 'update', emit, fail);
		const transport = async (_type: string, options: IDataObject) => {
			await this.answers();
			const { service, credential } = fixture;
			const { status, body, headers } = await askWithoutNetwork(
				service,
				credential.apiKey,
				options,
			);
			return answered(status, body, headers);
		};
		Object.assign(context.helpers, { httpRequestWithAuthentication: transport });
		return context;
	}

	/** n8n stores the data of all nodes that a registration has in memory, if it has changed. */
	private save({ staticData }: Workflow): void {
		if (staticData.__dataChanged !== true) return;
		this.workflow.stored = JSON.parse(JSON.stringify(staticData)) as IDataObject;
		staticData.__dataChanged = false;
	}
}

/** A trigger in a workflow, perhaps beside another one, and what happens to it. */
class Story {
	readonly happened: string[] = [];
	readonly workflow: Published;
	readonly main: Main;

	constructor(
		readonly name: string,
		names = ['A'],
	) {
		const [trigger, event] = name.split(': ');
		addConversation(account(), 'user_other');
		this.workflow = new Published(trigger, event, names);
		this.main = new Main(this.workflow);
	}

	/** An event of all triggers of the workflow. */
	happen(): void {
		advance(MINUTE);
		const [thing, key] = EVENTS[this.name].happen(now(), this.happened.length);
		place(account(), thing);
		this.happened.push(key);
	}

	/** A scheduled poll a minute later. */
	async poll(name = 'A', main = this.main): Promise<void> {
		advance(MINUTE);
		await main.poll(name);
	}

	/** Publishes the workflow, and polls twice without events. */
	async begin(): Promise<void> {
		await this.main.publish();
		for (const name of [...Object.keys(this.workflow.emitted), 'A']) await this.poll(name);
	}

	/** A poll with an event, during which something happens. */
	async during(act: () => Promise<unknown>): Promise<void> {
		this.happen();
		await this.main.during(async () => await this.poll(), act);
	}

	/** Polls until nothing more comes. */
	async end(main = this.main): Promise<void> {
		for (let i = 0; i < 8; i++) {
			if (i > 5) advance(HOUR);
			for (const name of Object.keys(this.workflow.emitted)) await this.poll(name, main);
		}
	}
}

interface Row {
	/** Names of the triggers of the workflow */
	names?: string[];
	/** Number of polls that n8n throws away, as otherwise nothing is shown */
	discarded: number;
	play: (story: Story) => Promise<void>;
}

const ROWS: Record<string, Row> = {
	'is not published again': {
		discarded: 0,
		play: async (story) => {
			story.happen();
			await story.poll();
		},
	},
	'is published again during a poll': {
		discarded: 1,
		play: async (story) => await story.during(async () => await story.main.publish()),
	},
	'is published again during a poll, and then something happens': {
		discarded: 1,
		play: async (story) => {
			await story.during(async () => await story.main.publish());
			story.happen();
			await story.poll();
		},
	},
	'is unpublished during a poll, and published after it': {
		discarded: 1,
		play: async (story) => {
			await story.during(async () => await story.main.unpublish());
			await story.main.publish();
		},
	},
	'is unpublished during a poll, and published 10 minutes later': {
		discarded: 1,
		play: async (story) => {
			await story.during(async () => await story.main.unpublish());
			advance(10 * MINUTE);
			await story.main.publish();
		},
	},
	'is published again during each of three polls': {
		discarded: 3,
		play: async (story) => {
			for (let i = 0; i < 3; i++) await story.during(async () => await story.main.publish());
		},
	},
	'is published again right after a poll with an event': {
		discarded: 0,
		play: async (story) => {
			story.happen();
			await story.poll();
			await story.main.publish();
			story.happen();
			await story.poll();
		},
	},
	'is published again during the first poll of a publication': {
		discarded: 0,
		play: async (story) => {
			const { main } = story;
			story.happen();
			await main.during(
				async () => await main.publish(),
				async () => await main.publish(),
			);
		},
	},
	'is unpublished during the first poll of a publication': {
		discarded: 0,
		play: async (story) => {
			const { main } = story;
			story.happen();
			await main.during(
				async () => await main.publish(),
				async () => await main.unpublish(),
			);
			await main.publish();
		},
	},
	'is edited twice, with events beside another trigger': {
		names: ['A', 'B'],
		discarded: 0,
		play: async (story) => {
			const { main } = story;
			await main.publish(['A']);
			story.happen();
			// n8n gives back the state of the first poll to the second one, and the other trigger stores an older one
			await story.poll('A');
			await story.poll('A');
			await story.poll('B');
			await main.publish(['A']);
			story.happen();
			await story.poll('B');
			await story.poll('A');
		},
	},
	'is edited twice, the first time during a poll, beside another trigger': {
		names: ['A', 'B'],
		discarded: 1,
		play: async (story) => {
			const { main } = story;
			await story.during(async () => await main.publish(['A']));
			await story.poll('B');
			await main.publish(['A']);
			await story.end();
			story.happen();
			await story.poll('B');
			await main.publish(['A']);
		},
	},
};

const BURSTS = Object.keys(EVENTS).filter((name) => EVENTS[name].burst);

describe.each(Object.entries(ROWS))('a trigger that %s', (_what, { names, discarded, play }) => {
	it.each(BURSTS)('emits each event once, %s', async (name) => {
		const story = new Story(name, names);
		await story.begin();
		await play(story);
		await story.end();
		const { happened, workflow, main } = story;
		expect(workflow.emitted).toEqual(
			Object.fromEntries(Object.keys(workflow.emitted).map((each) => [each, happened])),
		);
		expect(main.discarded).toBe(discarded);
	});
});

describe('a new task whose status changes for the first time after polls without events', () => {
	it.each<[what: string, act: (main: Main) => Promise<void>]>([
		['published again', async (main) => await main.publish()],
		['unpublished', async (main) => await main.unpublish()],
	])('is emitted once if the workflow is %s during that poll', async (_what, act) => {
		const story = new Story('svcArrangementsTrigger: statusChanged');
		const { main, workflow } = story;
		const task = (version: number, status: 'identified' | 'following') =>
			addArrangement(account(), { arrangement_uid: 'a', updated_at: now(), version, status });
		await story.begin();
		task(1, 'identified');
		for (let i = 0; i < 3; i++) await story.poll();
		advance(MINUTE);
		task(2, 'following');
		const changed = `a#following@${now()}`;
		await main.during(
			async () => await story.poll(),
			async () => await act(main),
		);
		advance(10 * MINUTE);
		await main.publish();
		await story.end();
		expect(workflow.emitted).toEqual({ A: [changed] });
		expect(main.discarded).toBe(1);
	});
});

describe('two main processes of n8n that poll in turns', () => {
	it.each(BURSTS.flatMap((name) => [0, 1].map((discarded) => ({ name, discarded }))))(
		'emit each event once, of $name, $discarded of them in a poll that is thrown away',
		async ({ name, discarded }) => {
			const story = new Story(name);
			const { main, workflow, happened } = story;
			const other = new Main(workflow);
			await story.begin();
			for (let turn = 0; turn < 2; turn++) {
				// It has polled more often than the other one
				for (let i = 0; i < 6; i++) await story.poll();
				if (discarded) await story.during(async () => await main.unpublish());
				else await main.unpublish();
				await other.publish();
				for (let i = 0; i < 2; i++) {
					story.happen();
					await story.poll('A', other);
				}
				await other.unpublish();
				await main.publish();
				await story.poll();
			}
			await story.end();
			expect(workflow.emitted.A).toEqual(happened);
			expect(main.discarded).toBe(2 * discarded);
		},
	);
});
