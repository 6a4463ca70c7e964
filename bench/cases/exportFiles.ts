import type { Case } from '../case';
import { list } from '../service/answers';
import { growth, growthOfMemory } from '../targets';
import { record } from './samples';

const PATH = '/api/v1/record/timeline/query';
const MAX = 150;
const requests = (size: number) => Math.ceil(size / MAX);

/** Files of 100,000 rows: what is in memory does not grow with their number. As items the rows would take gigabytes. */
export const exportFiles: Case[] = (['csv', 'jsonLines'] as const).map((outputAs) => ({
	name: `export-${outputAs === 'csv' ? 'csv' : 'json-lines'}`,
	title: `Return All of N records as ${outputAs === 'csv' ? 'CSV' : 'JSON Lines'} files`,
	sizes: [100_000, 1_000_000],
	latency: 0,
	answers: (size) => ({ [PATH]: list(size, MAX, record) }),
	rows: (size) => size,
	contenders: {
		svc: {
			by: 'svc',
			node: 'svcRecords',
			parameters: { resource: 'record', operation: 'getAll', returnAll: true, outputAs },
			requests,
		},
	},
	targets: [growthOfMemory(1.2), growth()],
}));
