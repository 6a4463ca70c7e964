import type { EChartsOption } from 'echarts';

import type { Measure } from '../case';
import { GRID, render, TEXT } from './render';
import { FILE_STORAGE, measure, RATES, sizesOf } from './results';

/** Charts of docs/performance.md, by file name. */

const SVC = '#2f81f7';
const HTTP_REQUEST = '#e8833a';
const BARE_LOOP = '#8b949e';

const COLORS = [BARE_LOOP, '#57ab5a', SVC, '#986ee2', HTTP_REQUEST];

const LIMIT_KINDS = [...new Set(RATES.map(({ per }) => per))];

const CONTENDERS = [
	{ name: 'Svc', contender: 'svc', color: SVC, symbol: 'circle' },
	{ name: 'HTTP Request', contender: 'httpRequest', color: HTTP_REQUEST, symbol: 'diamond' },
	{ name: 'bare loop', contender: 'floor', color: BARE_LOOP, symbol: 'rect' },
];

const label = { color: TEXT[0], fontSize: 12 };
const lines = { lineStyle: { color: GRID[0] } };
const thousands = (value: number) => value.toLocaleString('en-US');
const name = { nameTextStyle: { ...label, fontSize: 13 }, nameLocation: 'middle' as const };

function numberAxis(of: string, type: 'value' | 'log', gap: number) {
	return {
		...name,
		type,
		name: of,
		nameGap: gap,
		min: type === 'log' ? ('dataMin' as const) : undefined,
		axisLabel: { ...label, formatter: thousands },
		axisLine: lines,
		axisTick: lines,
		splitLine: lines,
		minorSplitLine: { show: false },
	};
}

const categories = (of: string, data: string[]) => ({
	...name,
	type: 'category' as const,
	name: of,
	nameGap: 32,
	data,
	axisLabel: { ...label, interval: 0 },
	axisLine: lines,
	axisTick: lines,
});

const legend = { bottom: 4, textStyle: { ...label, fontSize: 13 }, itemGap: 36 };

/** Time, processor time and peak memory of a case's contenders, side by side. */
function growth(title: string, caseName: string, rows: string): string {
	const sizes = sizesOf(caseName);
	const panels: Array<
		[heading: string, value: (measure: Measure) => number, axis: 'value' | 'log']
	> = [
		['Time (s)', ({ ms }) => ms / 1000, 'log'],
		['Processor time (s)', ({ cpu }) => cpu / 1000, 'log'],
		['Peak memory (MB)', ({ peak }) => peak, 'value'],
	];
	const left = (panel: number) => 48 + panel * 252;
	const option: EChartsOption = {
		title: panels.map(([text], i) => ({
			text,
			left: left(i),
			top: 8,
			textStyle: { ...label, fontSize: 14, fontWeight: 'bold' },
		})),
		legend: { ...legend, data: CONTENDERS.map(({ name }) => name) },
		grid: panels.map((_panel, i) => ({
			left: left(i),
			width: 196,
			top: 44,
			bottom: 84,
		})),
		xAxis: panels.map((_panel, i) => ({ ...numberAxis(rows, 'log', 28), gridIndex: i })),
		yAxis: panels.map(([, , type], i) => ({
			...numberAxis('', type, 0),
			...(type === 'log' && { min: 0.001 }),
			gridIndex: i,
		})),
		series: panels.flatMap(([, value], i) =>
			CONTENDERS.map(({ name, contender, color, symbol }) => ({
				name,
				type: 'line' as const,
				xAxisIndex: i,
				yAxisIndex: i,
				symbol,
				symbolSize: 9,
				color,
				lineStyle: { width: 2 },
				data: sizes.map(({ size, by }) => [size, value(by[contender])]),
			})),
		),
	};
	return render(title, 340, option);
}

interface Bars {
	title: string;
	x: string;
	y: string;
	groups: string[];
	series: Array<{ name: string; color: string; values: number[] }>;
	digits: number;
}

function bars({ title, x, y, groups, series, digits }: Bars): string {
	return render(title, 340, {
		legend: { ...legend, data: series.map(({ name }) => name) },
		grid: { left: 64, right: 24, top: 24, bottom: 84 },
		xAxis: categories(x, groups),
		yAxis: { ...numberAxis(y, 'value', 46), boundaryGap: [0, '12%'] },
		series: series.map(({ name, color, values }) => ({
			name,
			type: 'bar' as const,
			color,
			barGap: '15%',
			data: values,
			label: {
				...label,
				show: true,
				position: 'top' as const,
				formatter: ({ value }: { value: unknown }) => Number(value).toFixed(digits),
			},
		})),
	});
}

/** Triggers of objects that the service lists by time. */
const TRIGGERS = ['calls', 'recordings', 'arrangements', 'records', 'messages'];
const HISTORIES = [1000, 100_000];

export function charts(): Map<string, string> {
	const [database, disk] = FILE_STORAGE;
	return new Map([
		['lists.svg', growth('Cost of Return All by number of records', 'export-records', 'rows')],
		['writes.svg', growth('Cost of creating tasks by number of items', 'create', 'items')],
		['reads.svg', growth('Cost of reading calls by ID, by number of items', 'read-calls', 'items')],
		[
			'files.svg',
			bars({
				title: 'Peak memory of a worker by rows in CSV files',
				x: 'rows in CSV files of 100,000 rows',
				y: 'peak memory of the worker (MB)',
				groups: ['worker without work', ...database.exports.map(({ rows }) => thousands(rows))],
				series: [
					{ name: 'files in the database', color: SVC, storage: database },
					{ name: 'files on disk', color: BARE_LOOP, storage: disk },
				].map(({ storage, ...each }) => ({
					...each,
					values: [storage.idle, ...storage.exports.map(({ peak }) => peak)],
				})),
				digits: 0,
			}),
		],
		[
			'rates.svg',
			bars({
				title: 'Share reached of the rate that the service allows',
				x: 'requests counted by',
				y: '%',
				groups: LIMIT_KINDS,
				series: RATES.filter(({ per }) => per === LIMIT_KINDS[0]).map((one, i) => ({
					name: `${one.allowed}/s${one.processes === 1 ? '' : `, ${one.processes} processes`}`,
					color: COLORS[i % COLORS.length],
					values: LIMIT_KINDS.map((kind) => {
						const same = RATES.filter(({ per }) => per === kind)[i];
						return (100 * same.reached) / same.allowed;
					}),
				})),
				digits: 0,
			}),
		],
		[
			'polls.svg',
			bars({
				title: 'Processor time of polls by the length of the history',
				x: 'trigger',
				y: 'processor time (ms)',
				groups: TRIGGERS,
				series: HISTORIES.map((history, i) => ({
					name: `${thousands(history)} earlier objects`,
					color: [BARE_LOOP, SVC][i],
					values: TRIGGERS.map((trigger) => measure(`poll-${trigger}-10`, history).cpu),
				})),
				digits: 0,
			}),
		],
	]);
}
