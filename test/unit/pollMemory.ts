import type { IDataObject } from 'n8n-workflow';

import { FailureError, HaltedError } from '../../nodes/shared/errors/failure';
import { advance, begin } from '../../nodes/shared/polling/advance';
import { refilter, sampleEvents } from '../../nodes/shared/polling/begin';
import type { ReadRange, EventSource, TriggerEvent } from '../../nodes/shared/polling/event';
import { ServiceClock } from '../../nodes/shared/polling/serviceClock';
import type { PollSession } from '../../nodes/shared/polling/session';
import type { PollState } from '../../nodes/shared/polling/state';
import type { Start } from '../../nodes/shared/polling/triggerFields';

/** A row of a service in memory: an event, unless it is hidden. */
export interface MemoryRow {
	id: string;
	time?: number;
	/** Time by which the service selects, if it is not the event's own */
	by?: number;
	ready?: false;
	status?: string;
	version?: number;
	parent?: string;
}

export const NOW = Date.UTC(2026, 0, 15, 12);

/** A trigger whose service is an array of rows, polled without n8n. */
export class MemoryTrigger {
	now = NOW;
	rows: MemoryRow[] = [];
	state!: PollState;
	/** Rows of a page, and whether answers have the oldest first */
	page = 50;
	ascending = true;
	/** Requests until a poll has no more time, or fails */
	time = Infinity;
	failing = Infinity;
	status = 500;
	maxItems = 50;
	/** Ranges that were read since the last poll began, in milliseconds from NOW; a further page has none */
	read: Array<[from: number, to: number | undefined]> = [];
	requests = 0;
	warnings: string[] = [];
	upToDate = true;
	event: TriggerEvent;

	constructor(
		private readonly spans: { lookback: number; hourly?: number; recent?: number },
		source: Partial<EventSource> = {},
		event: Partial<TriggerEvent> = {},
	) {
		this.event = {
			...{ name: 'Event', value: 'event', description: '', output: { fields: '' } },
			path: '/api/v1/calls/query',
			fact: (row) => row as never,
			source: {
				lookback: spans.lookback,
				read: (_reader: unknown, { from, to, cursor }: ReadRange) => this.pages(from, to, cursor),
				...source,
			},
			...event,
		};
	}

	/** Adds rows with these times, in milliseconds from NOW. */
	add(...times: number[]): void {
		for (const time of times) {
			const number = String(this.rows.length).padStart(4, '0');
			this.rows.push({ id: `e${number}`, time: NOW + time });
		}
	}

	session(more: Partial<PollSession> = {}): PollSession {
		const { event, spans, now, maxItems, warnings } = this;
		const { lookback, hourly = lookback, recent = lookback } = spans;
		const unused = { settings: {}, send: undefined as never, self: async () => 'me', own: {} };
		const ask = async (): Promise<IDataObject> => await Promise.resolve({});
		const warn = (message: string) => void warnings.push(message);
		const leftOutBy = () => {};
		const reader = { ...unused, ask, filters: {}, now, warn, leftOutBy };
		const lead = event.source.leadTime?.(reader) ?? 0;
		return {
			...{ event, reader, enricher: reader, lookback, hourly, recent, maxItems },
			...{ end: now + lead, key: '', readAccount: async () => '' },
			...{ clock: new ServiceClock(), warnings: new Set(), filterNames: new Set() },
			...more,
		};
	}

	async begin(start: Start = { from: 'now' }): Promise<this> {
		this.restart();
		this.state = await begin(this.session(), start);
		this.state.revision = 1;
		return this;
	}

	/** One poll after some time; returns the IDs of its events. */
	async poll(ms = 60_000, more: Partial<PollSession> = {}): Promise<string[]> {
		this.now += ms;
		this.restart();
		const session = this.session(more);
		const { emitted, state, upToDate } = await advance(this.state, session);
		this.state = JSON.parse(JSON.stringify(state)) as PollState;
		this.upToDate = upToDate;
		return emitted.map(({ id }) => id);
	}

	/** Changes the filters: from now on there are these rows. */
	async change(rows: MemoryRow[]): Promise<void> {
		this.restart();
		this.rows = rows;
		this.state = await this.changed();
	}

	/** The state after a change of filters. */
	async changed(): Promise<PollState> {
		return await refilter(this.state, this.session(), false);
	}

	/** Reads of a list that can only be read as a whole, from a position. */
	list(cursor?: string) {
		return this.pages(-Infinity, Infinity, cursor);
	}

	/** The events of a test in the editor. */
	async sample(count: number): Promise<string[]> {
		this.restart();
		return (await sampleEvents(this.session(), count)).map(({ id }) => id);
	}

	private restart(): void {
		this.read = [];
		this.requests = 0;
		this.warnings = [];
	}

	private async *pages(from: number, to = Infinity, cursor?: string, all = this.rows) {
		const sign = this.ascending ? 1 : -1;
		const by = ({ by, time = 0 }: MemoryRow) => by ?? time;
		const rows = all
			.filter((row) => by(row) >= from && by(row) < to)
			.sort((a, b) => sign * (by(a) - by(b) || (a.id < b.id ? -1 : 1)));
		for (let at = Number(cursor ?? 0); ; at += this.page) {
			const request = this.requests++;
			if (request >= this.time) throw new HaltedError(false);
			if (request >= this.failing) throw new FailureError({ message: 'no', status: this.status });
			if (at === Number(cursor ?? 0))
				this.read.push([from - NOW, to === Infinity ? undefined : to - NOW]);
			const page = rows.slice(at, at + this.page);
			const last = at + this.page >= rows.length;
			yield {
				rows: page as unknown as IDataObject[],
				next: last ? undefined : String(at + this.page),
				...(this.ascending && { reached: Math.max(-Infinity, ...page.map(by)) }),
			};
			if (last) return;
		}
	}
}
