import type { INodeParameters } from 'n8n-workflow';
import type { N8nClient } from '../../dev/n8n/client';
import { ActiveTrigger, PATIENCE_MS, pollAt } from './activeTrigger';
import { NewEvents } from './newEvents';
import { World } from './world';

export interface Source {
	on: string;
	event: string;
	/** Operation that finds the event */
	operation: string;
	/** Makes an event, if it can `ago` milliseconds before now, and gives its identifier. */
	happen: (events: NewEvents, ago?: number) => string;
}

const source = (
	event: string,
	on: string,
	operation: string,
	happen: Source['happen'],
): Source => ({ on, event, operation, happen });

/** An event of each kind of source. */
export const SOURCES = [
	// By a time, ascending; by one that answers do not show, descending; of several lists
	source('newRecord', 'Records', 'queryRecordTimeline', (now, ago) => now.record(ago)),
	source('newCall', 'Calls', 'queryCalls', (now, ago) => now.call(ago)),
	source('newMessage', 'Chat', 'queryChatConversations', (now, ago) => now.message(ago)),
	// Spans of time that overlap
	source('newRecording', 'Recordings', 'queryRecordings', (now, ago) => now.recording(ago)),
	// By last update, descending; changes of a value; by due time
	source('created', 'Arrangements', 'queryArrangements', (now) => now.arrangement()),
	source('statusChanged', 'Arrangements', 'queryArrangements', (now) => now.status()),
	source('overdue', 'Arrangements', 'queryArrangements', (now) => now.due()),
	// A list that can only be read as a whole
	source('newReply', 'World', 'queryWorldReplies', (now) => now.reply()),
];

/** Tasks for the events of `statusChanged`, which are changes of tasks that exist; few posts, since polls ask for each. */
const SIZE = { arrangements: 500, posts: 30 };

/** Polls of all sources take a while together. */
const pollTimes = pollAt(...Array.from({ length: 10 }, (_, i) => 6 * i));

/** A trigger of one source. Its service is its own: a process has four requests at a time for each account. */
export class WatchedSource {
	/** Events so far, in order. */
	readonly happened: string[] = [];

	private constructor(
		readonly source: Source,
		readonly world: World,
		readonly trigger: ActiveTrigger,
		private readonly newEvents: NewEvents,
	) {}

	static async start(
		n8n: N8nClient,
		source: Source,
		parameters: INodeParameters = {},
	): Promise<WatchedSource> {
		const { on, event } = source;
		const world = await World.of(n8n, { size: SIZE });
		for (const task of world.service.account('a').arrangements.values()) delete task.due_at;
		const trigger = await ActiveTrigger.start(world, {
			on,
			parameters: { event, pollTimes, options: { maxItemsPerPoll: 500 }, ...parameters },
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
		const forever = { delayMs: Infinity, times: Infinity };
		this.world.service.faults.add({ operation, after: answers, ...forever });
		await this.untilAsked(answers, false);
	}

	/** Ends `hold`. */
	release(): void {
		const { faults } = this.world.service;
		faults.clear();
		faults.release();
	}

	async close(): Promise<void> {
		await this.trigger.deactivate();
		expect(this.world.service.violations).toEqual([]);
		await this.world.close();
	}
}
