import {
	FILE_STORAGE,
	measure,
	measureInOlder,
	OLDER_ENGINE,
	RATES,
	sizesOf,
	STORED,
	storedOf,
} from './results';
import type { Measure } from '../case';

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
	{
		name: 'update-fields',
		job: (size: string) => `Update eight fields of ${size} records`,
	},
].filter(({ name }) => storedOf(name));

const costs = (name: string, size: number) => {
	const { requests, cpu, peak } = measure(name, size);
	const older = measureInOlder(name, size);
	return [
		thousands(requests),
		seconds(cpu),
		older ? seconds(older.cpu) : '',
		`${peak.toFixed()} MB`,
	];
};

export const TABLES: Record<string, () => string> = {
	/** Sentence on the engine and the number of runs behind the tables and charts. */
	conditions: () => {
		const runs = Math.min(...STORED.map((each) => each.runs));
		const engines = [...new Set(STORED.map(({ engine }) => engine))].map(
			(engine) =>
				`\`${engine}\`, ${engine === OLDER_ENGINE ? 'the older one' : 'its default'} (\`N8N_EXPRESSION_ENGINE=${engine}\`)`,
		);
		return `Each result is ${runs > 1 ? `the median of ${runs} runs` : 'one run'}. n8n evaluated expressions in its engine ${engines.join(' or ')}.`;
	},

	/** Costs of the nodes, with HTTP Request and the bare loop beside them. */
	costs: () => {
		const jobs = COMPARED.flatMap(({ name, job }) =>
			sizesOf(name)
				.slice(-2)
				.map(({ size }) => {
					const times = (who: string) => {
						const other = measure(name, size, who) as Measure | undefined;
						if (!other) return '';
						const { cpu, requests } = other;
						const ratio = (cpu / measure(name, size).cpu).toFixed(1);
						return `${ratio} times, ${thousands(requests)} requests`;
					};
					const others = [times('httpRequest'), times('floor')];
					return [job(thousands(size)), ...costs(name, size), ...others];
				}),
		);
		const files = sizesOf('export-csv').map(({ size }) => [
			`${thousands(size)} records as CSV files`,
			...costs('export-csv', size),
			...['', ''],
		]);
		const polls = [0, 10].map((news) => [
			`Activation and polls: ${news || 'no'} new calls`,
			...costs(`poll-calls-${news}`, 100_000),
			...['', ''],
		]);
		const head = ['Job', 'Requests', 'Processor time', 'Older engine', 'Peak memory'];
		const others = ['HTTP Request', 'Bare loop'];
		return table([...head, ...others], [...jobs, ...files, ...polls]);
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
