import type { IDataObject } from 'n8n-workflow';

import type { Case } from '../case';
import { allPages, fewAtATime, indices } from '../floors';
import { paged, rows } from '../service/answers';
import { fasterThanHttpRequest, growth, timeOfFloor } from '../targets';
import { record } from './samples';

const PATH = '/api/v1/record/search';
const MAX = 50;
const HITS = 120;
const requests = (size: number) => size * Math.ceil(HITS / MAX);
const items = (size: number) => indices(size).map((i) => ({ keyword: `note ${i}` }));

const hit = (i: number) => ({
	record: record(i),
	source: { kind: 'record' },
	matched_fields: ['title'],
	snippet: `Note ${i}`,
});

export const searchRecords: Case = {
	name: 'search-records',
	title: `Search records N times, ${HITS} hits each`,
	sizes: [50, 500],
	answers: () => ({
		[PATH]: paged(HITS, MAX, (from, to) => ({
			items: rows(from, to, hit),
			refinement_required: false,
		})),
	}),
	rows: (size) => size * HITS,
	contenders: {
		svc: {
			by: 'svc',
			node: 'svcRecords',
			parameters: {
				resource: 'record',
				operation: 'search',
				keyword: '={{ $json.keyword }}',
				returnAll: true,
			},
			items,
			requests,
		},
		httpRequest: {
			by: 'httpRequest',
			path: PATH,
			body: `={{ { keyword: $json.keyword, limit: ${MAX} } }}`,
			items,
			paginated: true,
			batching: (latency) => ({ batchSize: 4, batchInterval: 3 * (latency + 5) }),
			splitOut: ['data.items'],
			requests,
		},
		floor: {
			by: 'floor',
			run: async (post, size) =>
				await fewAtATime(items(size), async ({ keyword }: IDataObject) => {
					return await allPages(post, PATH, { keyword, limit: MAX });
				}),
			requests,
		},
	},
	targets: [timeOfFloor(1.3), fasterThanHttpRequest(), growth()],
};
