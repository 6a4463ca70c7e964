import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { DAY, HOUR, MINUTE } from '../../nodes/shared/durations';
import type { Case } from '../case';
import type { Answer } from '../service/answers';
import { growth } from '../targets';
import { arrangement, call, record } from './samples';

/** A poll of a trigger, whose cost must not depend on the history. */

/** Numbers of new rows in the three cases of each trigger. */
const NEWS = [0, 10, 1000];

interface Polled {
	/** Name of the case */
	name: string;
	node: string;
	event: string;
	path: string;
	/** Request fields of the time window */
	start: string;
	end: string;
	max: number;
	/** Lookback window of the trigger in milliseconds; the history is older */
	lookback: number;
	/** Overlap of its time windows in milliseconds */
	edge?: number;
	/** Requests of the activation besides the one for the account; 1 by default */
	activation?: number;
	row: (index: number, time: number) => object;
}

const POLLED: Polled[] = [
	{
		name: 'poll-calls',
		node: 'svcCallsTrigger',
		event: 'newCall',
		path: '/api/v1/calls/query',
		start: 'start_at',
		end: 'end_at',
		max: 50,
		lookback: HOUR,
		row: (i, time) => ({ ...call(i), started_at: new Date(time).toISOString() }),
	},
	{
		name: 'poll-recordings',
		node: 'svcRecordingsTrigger',
		event: 'newRecording',
		path: '/api/v1/recordings/query',
		start: 'start_at',
		end: 'end_at',
		max: 50,
		lookback: 90 * DAY,
		edge: 2,
		activation: 2,
		row: (i, start_at) => ({
			recording_uid: `recording-${i}`,
			start_at,
			duration_ms: 1000,
			source: 'long',
			ingest_origin: 'device',
			sealed: true,
			transcript_state: 'ready',
			version: 1,
		}),
	},
	{
		name: 'poll-arrangements',
		node: 'svcArrangementsTrigger',
		event: 'updated',
		path: '/api/v1/arrangement/query',
		start: 'updated_start_at',
		end: 'updated_end_at',
		max: 50,
		lookback: 10 * MINUTE,
		row: (i, updated_at) => ({ ...arrangement(i), updated_at }),
	},
	{
		name: 'poll-records',
		node: 'svcRecordsTrigger',
		event: 'newRecord',
		path: '/api/v1/record/timeline/query',
		start: 'start_at',
		end: 'end_at',
		max: 150,
		lookback: HOUR,
		row: (i, send_at) => ({ ...record(i), send_at }),
	},
];

export const polls: Case[] = POLLED.flatMap((polled) => NEWS.map((news) => caseOf(polled, news)));

function caseOf(polled: Polled, news: number): Case {
	const { name, node, event, path } = polled;
	const parameters: INodeParameters = { event, simplify: false, options: { maxItemsPerPoll: 500 } };
	return {
		name: `${name}-${news}`,
		title: `Activate and poll, with N facts of history and ${news} new ones: ${event}`,
		sizes: [1000, 100_000],
		answers: (size) => ({ [path]: facts(polled, size, news) }),
		changing: true,
		rows: () => news,
		contenders: {
			svc: { by: 'poll', node, parameters, requests: () => requestsOf(polled, news) },
			floor: {
				by: 'floor',
				run: async (post) => {
					const { max, start } = polled;
					const rows: unknown[] = [];
					// Like the trigger: existing rows, then new ones, with all their pages
					for (const from of [Date.now() - polled.lookback, Date.now()]) {
						let page: IDataObject = { has_more: true };
						while (page.has_more) {
							const { next_page_cursor: page_cursor } = page;
							const more = page_cursor ? { page_cursor } : {};
							page = await post(path, { [start]: from, limit: max, ...more });
							rows.push(...(page.items as unknown[]));
						}
					}
					return rows;
				},
				requests: () => 1 + pagesOf(polled, news),
			},
		},
		targets: [growth(1.2)],
	};
}

function pagesOf({ max }: Polled, rows: number): number {
	return Math.max(1, Math.ceil(rows / max));
}

/**
 * Number of requests: one for the account and one or two for the activation. All new rows have one time, so each poll reads
 * them all, until all are emitted. Polls that are not full rescan earlier rows. The last poll finds nothing new.
 */
function requestsOf(polled: Polled, news: number): number {
	const { activation = 1 } = polled;
	const full = Math.floor(news / 500);
	const others = 1 + Math.ceil(news / 500) - full;
	return 1 + activation + (full + others) * pagesOf(polled, news) + others;
}

/**
 * The rows of a time window, latest first: new rows after the first request for the time from now on, and a history
 * of one row a minute that ends before the lookback window.
 */
function facts(
	{ start, end, max, lookback, edge = 0, row }: Polled,
	size: number,
	news: number,
): Answer {
	const latest = Date.now() - lookback - HOUR;
	let happened: number | undefined;
	return (body) => {
		const from = Number(body[start]);
		const to = body[end] === undefined ? Infinity : Number(body[end]);
		if (from > Date.now() - MINUTE) happened ??= from + edge;
		const recent = happened !== undefined && from <= happened && happened <= to ? news : 0;
		const youngest = Math.max(0, Math.ceil((latest - to) / MINUTE));
		const oldest = Math.min(size - 1, Math.floor((latest - from) / MINUTE));
		const count = recent + Math.max(0, oldest - youngest + 1);
		const first = Number(body.page_cursor ?? 0);
		const last = Math.min(count, first + max);
		const items = Array.from({ length: last - first }, (_, i) => {
			const place = first + i;
			if (place < recent) return row(size + place, happened!);
			const old = youngest + place - recent;
			return row(old, latest - old * MINUTE);
		});
		const more = last < count ? { has_more: true, next_page_cursor: String(last) } : undefined;
		return { items, has_more: false, ...more };
	};
}
