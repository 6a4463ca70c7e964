import type { INodeParameters } from 'n8n-workflow';
import type { N8nClient } from '../../dev/n8n/client';
import { ActiveTrigger, PATIENCE_MS, pollAt } from './activeTrigger';
import { NewEvents } from './newEvents';
import { World } from './world';

/** An event of each kind of source: how it happens, `ago` milliseconds before now, and the operation that finds it. */
export const SOURCES = [
	{
		source: 'times in ascending order',
		on: 'Records',
		event: 'newRecord',
		operation: 'queryRecordTimeline',
		happen: (now: NewEvents, ago?: number) => now.record(ago),
	},
	{
		source: 'times that answers do not show, in descending order',
		on: 'Calls',
		event: 'newCall',
		operation: 'queryCalls',
		happen: (now: NewEvents, ago?: number) => now.call(ago),
	},
	{
		source: 'times of several lists',
		on: 'Chat',
		event: 'newMessage',
		operation: 'queryChatConversations',
		happen: (now: NewEvents, ago?: number) => now.message(ago),
	},
	{
		source: 'spans of time that overlap',
		on: 'Recordings',
		event: 'newRecording',
		operation: 'queryRecordings',
		happen: (now: NewEvents, ago?: number) => now.recording(ago),
	},
	{
		source: 'last updates',
		on: 'Arrangements',
		event: 'created',
		operation: 'queryArrangements',
		happen: (now: NewEvents) => now.arrangement(),
	},
	{
		source: 'changes of a value',
		on: 'Arrangements',
		event: 'statusChanged',
		operation: 'queryArrangements',
		happen: (now: NewEvents) => now.status(),
	},
	{
		source: 'due times',
		on: 'Arrangements',
		event: 'overdue',
		operation: 'queryArrangements',
		happen: (now: NewEvents) => now.due(),
	},
	{
		source: 'a list without times',
		on: 'World',
		event: 'newReply',
		operation: 'queryWorldReplies',
		happen: (now: NewEvents) => now.reply(),
	},
];

/** Tasks for the events of `statusChanged`, which are changes of tasks that exist; few posts, since polls ask for each. */
const SIZE = { arrangements: 500, posts: 30 };

/** Polls of all sources take a while together. */
const POLL_TIMES = pollAt(...Array.from({ length: 10 }, (_, i) => 6 * i));

/** A trigger of one source. Its service is its own: a process has four requests at a time for each account. */
export class WatchedSource {
	/** Events so far, in order. */
	readonly happened: string[] = [];

	private constructor(
		readonly source: (typeof SOURCES)[number],
		readonly world: World,
		readonly trigger: ActiveTrigger,
		private readonly newEvents: NewEvents,
	) {}

	static async start(
		n8n: N8nClient,
		source: (typeof SOURCES)[number],
		parameters: INodeParameters = {},
	): Promise<WatchedSource> {
		const { on, event } = source;
		const world = await World.of(n8n, { size: SIZE });
		for (const task of world.service.account('a').arrangements.values()) delete task.due_at;
		const trigger = await ActiveTrigger.start(world, {
			on,
			parameters: {
				event,
				pollTimes: POLL_TIMES,
				options: { maxItemsPerPoll: 500 },
				...parameters,
			},
		});
		return new WatchedSource(source, world, trigger, new NewEvents(world.service));
	}

	happen(): string {
		const id = this.source.happen(this.newEvents);
		this.happened.push(id);
		return id;
	}

	/** Waits until polls from now on have got a number of answers, and another request is under way or answered. */
	async untilAsked(answers: number, isOver: boolean): Promise<void> {
		const { service } = this.world;
		const last = service.log.at(-1)?.sequence ?? 0;
		const asked = () =>
			service.log.filter(
				({ sequence, operation }) => sequence > last && operation === this.source.operation,
			);
		await service.waitFor(
			() => (asked()[answers]?.endedAt !== undefined) === isOver && asked().length > answers,
			PATIENCE_MS,
		);
	}

	/** From the request after a number of answers on, waits for one that gets no answer. */
	async hold(answers: number): Promise<void> {
		const { operation } = this.source;
		this.world.service.faults.add({
			operation,
			delayMs: Infinity,
			times: Infinity,
			after: answers,
		});
		await this.untilAsked(answers, false);
	}

	/** Ends `hold`. */
	release(): void {
		const { faults } = this.world.service;
		faults.clear();
		faults.release();
	}

	/** Waits until n8n polls again and has found every event so far, and whatever came late. */
	async settle(): Promise<void> {
		await this.trigger.untilFound(...this.happened);
		await this.trigger.untilPolledAgain(this.source.operation);
	}

	async close(): Promise<void> {
		await this.trigger.deactivate();
		expect(this.world.service.violations).toEqual([]);
		await this.world.close();
	}
}
