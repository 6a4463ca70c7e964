import { readFileSync } from 'node:fs';
import path from 'node:path';

import { useService } from '../support/useService';

/** The expressions of docs/dates.md that show a time in a message, in n8n's engine. */

const fixture = useService();

const section = /## Times in texts\n([^]*?)\n## /.exec(
	readFileSync(path.join(__dirname, '../../docs/dates.md'), 'utf8'),
)![1];
const ROWS = [...section.matchAll(/^\| (.+?) +\| `(.+?)` *\|$/gm)].map(
	([, text, expression]) => [text, expression] as const,
);

it('are at least four', () => {
	expect(ROWS.length).toBeGreaterThanOrEqual(4);
});

it.each(ROWS)('gives %s by %s', async (text, expression) => {
	const { error } = await fixture.run({
		node: 'svcRecords',
		parameters: { resource: 'record', operation: 'create', text: `=Due: ${expression}` },
		items: [{ due_at: '2026-11-22T09:30:00.000+01:00' }],
		timezone: 'Europe/Berlin',
	} as never);
	expect(error).toBeUndefined();
	const shown = text === 'in another zone' ? '03:30' : text;
	expect(JSON.stringify(fixture.bodies)).toContain(`"text_content":"Due: ${shown}"`);
});
