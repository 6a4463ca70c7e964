import type { Case } from '../case';
import { allPages } from '../floors';
import { list } from '../service/answers';
import { fasterThanHttpRequest, growth, memoryOfFloor, timeOfFloor } from '../targets';
import { record } from './samples';

const PATH = '/api/v1/record/timeline/query';
const MAX = 150;
const requests = (size: number) => Math.ceil(size / MAX);

export const exportRecords: Case = {
	name: 'export-records',
	title: 'Return All of N records',
	sizes: [10_000, 100_000],
	answers: (size) => ({ [PATH]: list(size, MAX, record) }),
	rows: (size) => size,
	contenders: {
		svc: {
			by: 'svc',
			node: 'svcRecords',
			parameters: { resource: 'record', operation: 'getAll', returnAll: true },
			requests,
		},
		httpRequest: {
			by: 'httpRequest',
			path: PATH,
			body: `={{ { limit: ${MAX} } }}`,
			paginated: true,
			splitOut: ['data.items'],
			requests,
		},
		floor: {
			by: 'floor',
			run: async (post) => await allPages(post, PATH, { limit: MAX }),
			requests,
		},
	},
	targets: [timeOfFloor(1.25), memoryOfFloor(1.5), fasterThanHttpRequest(), growth()],
};
