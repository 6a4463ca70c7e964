import type { Case } from '../case';
import { allPages, indices } from '../floors';
import { rows, selected, type Answer } from '../service/answers';
import {
	fasterThanHttpRequest,
	growth,
	memoryOfFloor,
	requestsOfFloor,
	timeOfFloor,
} from '../targets';
import { NOON, record } from './samples';

const PATH = '/api/v1/record/timeline/query';
const MAX = 150;
const requests = (size: number) => Math.ceil(size / MAX);
const HOUR = 3_600_000;

/** Time of a record: ten an hour on average, 5 to 60 by the time of the day. */
const timeOf = (i: number) =>
	NOON - Math.round((i / 10 + 4 * Math.sin((i / 150) * Math.PI)) * HOUR);
const start_at = NOON - 10_005 * HOUR;

/** The records of a time range, latest first. */
function timeline(size: number): Answer {
	const texts = rows(0, size, (i) => ({ ...record(i), send_at: timeOf(i) })).map((row) =>
		JSON.stringify(row),
	);
	const times = indices(size).map(timeOf);
	const firstAt = (time: number) => {
		const i = times.findIndex((other) => other <= time);
		return i < 0 ? size : i;
	};
	return selected(
		MAX,
		({ start_at, end_at }) => [firstAt(Number(end_at ?? Infinity)), firstAt(Number(start_at) - 1)],
		(from, to) => texts.slice(from, to).join(),
	);
}

export const exportRecords: Case = {
	name: 'export-records',
	title: 'Return All of N records in a time range',
	sizes: [1000, 10_000, 100_000],
	answers: (size) => ({ [PATH]: timeline(size) }),
	rows: (size) => size,
	contenders: {
		svc: {
			by: 'svc',
			node: 'svcRecords',
			parameters: {
				resource: 'record',
				operation: 'getAll',
				returnAll: true,
				period: 'custom',
				after: start_at,
			},
			requests,
			extraRequests: 0.15,
		},
		httpRequest: {
			by: 'httpRequest',
			path: PATH,
			body: `={{ { start_at: ${start_at}, limit: ${MAX} } }}`,
			paginated: true,
			splitOut: ['data.items'],
			requests,
		},
		floor: {
			by: 'floor',
			run: async (post) => await allPages(post, PATH, { start_at, limit: MAX }),
			requests,
		},
	},
	targets: [
		timeOfFloor(0.37),
		requestsOfFloor(1.05),
		memoryOfFloor(1.5),
		fasterThanHttpRequest(),
		growth(),
	],
};
