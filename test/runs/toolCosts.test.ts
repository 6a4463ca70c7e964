import { readFileSync } from 'node:fs';
import path from 'node:path';

import { TOOL_OPERATIONS, toolOf } from '../../dev/models/tools';
import { jsonOf, useService } from '../support/useService';

const fixture = useService({ now: Date.UTC(2026, 1, 2, 8) });

const page = readFileSync(path.join(__dirname, '../../docs/agents.md'), 'utf8');

const LISTS: Record<string, [node: string, parameters: object]> = {
	records: ['svcRecordsTool', { resource: 'record', operation: 'getAll' }],
	calls: ['svcCallsTool', { resource: 'call', operation: 'getAll', period: 'anyTime' }],
	tasks: ['svcArrangementsTool', { resource: 'arrangement', operation: 'getAll', statuses: [] }],
	conversations: ['svcChatTool', { resource: 'conversation', operation: 'getAll' }],
};

describe('docs/agents.md', () => {
	it.each(Object.keys(LISTS))('says what results cost: %s', async (list) => {
		const row = new RegExp(`^\\| ${list}: \`([^\`]+)\` *\\|(.+)\\|$`, 'm').exec(page)!;
		const [, outputFields, cells] = row;
		const told = cells.split('|').map((cell) => Number(cell.replace(',', '')));
		const [node, parameters] = LISTS[list];
		const measured: number[] = [];
		for (const limit of [10, 50]) {
			for (const toolOutput of ['raw', 'simplified', 'selected']) {
				const settings = { limit, toolOutput, outputFields, maxCharacters: 1_000_000 };
				const { items } = await fixture.run({
					node,
					parameters: { ...parameters, ...settings } as never,
				});
				measured.push(JSON.stringify(jsonOf(items)).length);
			}
		}
		for (const [i, count] of measured.entries()) {
			expect(Math.abs(count - told[i])).toBeLessThan(told[i] * 0.1);
		}
	});

	it('says how long the words of a tool are', () => {
		const [, told] = /in some (\d+) characters/.exec(page)!;
		const lengths = TOOL_OPERATIONS.map((declared) => toolOf(declared).description.length);
		const average = lengths.reduce((sum, length) => sum + length) / lengths.length;
		expect(Math.abs(average - Number(told))).toBeLessThan(20);
	});
});
