import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { DECLARED } from './engine/operations';

const root = path.resolve(__dirname, '..');
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');

it('names every operation of every node in the README', () => {
	const rows = readme.split('\n').filter((line) => line.startsWith('|'));
	const missing = DECLARED.filter(({ resource, operation }) =>
		rows.every((row) => {
			const [, , name, operations] = row.split('|').map((cell) => cell.trim());
			return name !== resource.name || !operations?.split(', ').includes(operation.name);
		}),
	);
	expect(missing.map(({ area, operation }) => `${area}: ${operation.name}`)).toEqual([]);
});

it('lists every example in the README', () => {
	const files = readdirSync(path.join(root, 'examples'));
	expect(files.filter((file) => !readme.includes(`\`${file}\``))).toEqual([]);
});

it('shows only pictures that are there', () => {
	const pictures = [...readme.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, file]) => file);
	expect(pictures.length).toBeGreaterThan(2);
	for (const file of pictures) {
		expect(readFileSync(path.join(root, file)).length).toBeGreaterThan(0);
	}
});
