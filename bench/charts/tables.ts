import { FILE_STORAGE, measure, RATES, sizesOf } from './results';

/** Tables in pages, by name: a page has `<!-- table: name -->` before a table and `<!-- end -->` after it. */

const thousands = (value: number) => value.toLocaleString('en-US');
const percent = (share: number) => `${Math.round(100 * share)} %`;
const seconds = (ms: number) => {
	const value = ms / 1000;
	return `${value.toFixed(value < 0.1 ? 2 : 1)} s`;
};

function table(head: string[], rows: string[][]): string {
	return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

const COMPARED = [
	{ name: 'export-records', job: (size: string) => `Return All of ${size} records` },
	{ name: 'read-calls', job: (size: string) => `Get ${size} calls by their IDs` },
	{ name: 'create', job: (size: string) => `Create ${size} tasks` },
];

const contender = (name: string, size: number, who: string) => {
	const { requests, cpu, peak } = measure(name, size, who);
	return [thousands(requests), seconds(cpu), `${peak.toFixed()} MB`];
};

export const TABLES: Record<string, () => string> = {
	/** Costs of the nodes, with HTTP Request and the bare loop beside them. */
	costs: () => {
		const jobs = COMPARED.flatMap(({ name, job }) =>
			sizesOf(name)
				.slice(-2)
				.map(({ size }) => {
					const times = (who: string) => {
						const { cpu, requests } = measure(name, size, who);
						const ratio = (cpu / measure(name, size).cpu).toFixed(1);
						return `${ratio} times, ${thousands(requests)} requests`;
					};
					const others = [times('httpRequest'), times('floor')];
					return [job(thousands(size)), ...contender(name, size, 'svc'), ...others];
				}),
		);
		const files = sizesOf('export-csv').map(({ size }) => [
			`${thousands(size)} records as CSV files`,
			...contender('export-csv', size, 'svc'),
			...['', ''],
		]);
		const polls = [0, 10].map((news) => [
			`Activation and polls: ${news || 'no'} new calls`,
			...contender(`poll-calls-${news}`, 100_000, 'svc'),
			...['', ''],
		]);
		const head = ['Job', 'Requests', 'Processor time', 'Peak memory', 'HTTP Request', 'Bare loop'];
		return table(head, [...jobs, ...files, ...polls]);
	},

	rates: () => {
		const allowances = [...new Set(RATES.map(({ allowed }) => allowed))];
		const kinds = new Map(RATES.map((each) => [`${each.per} ${each.processes}`, each]));
		return table(
			['Counted by', 'Processes', ...allowances.map((allowed) => `${allowed} a second`)],
			[...kinds.values()].map(({ per, processes }) => [
				per,
				`${processes}`,
				...allowances.map((allowed) => {
					const found = RATES.find(
						(each) => each.per === per && each.processes === processes && each.allowed === allowed,
					);
					return found ? `${percent(found.reached / allowed)} (${percent(found.refused)})` : '';
				}),
			]),
		);
	},

	files: () =>
		table(
			['Binary data', 'Rows', 'Files', 'Size', 'Worker without work', 'Peak memory'],
			FILE_STORAGE.flatMap(({ mode, idle, exports }) =>
				exports.map(({ rows, files, megabytes, peak }) => [
					`\`${mode}\``,
					thousands(rows),
					`${files}`,
					`${megabytes.toFixed()} MB`,
					`${idle.toFixed()} MB`,
					`${peak.toFixed()} MB`,
				]),
			),
		),
};

/** The page with its tables as they are now. */
export function withTables(page: string): string {
	return page.replace(
		/(<!-- table: (\w+) -->)[^]*?(<!-- end -->)/g,
		(_all, begin: string, name: string, end: string) => `${begin}\n\n${TABLES[name]()}\n\n${end}`,
	);
}
