import { HEAVY } from '../support/effort';
import { useCopies } from './copy';

/** `npm run brand` writes the owner's facts in place of placeholders. */

const BRAND = ['npm', 'run', '--silent', 'brand', '--'];
const FACTS = ['--repo', 'acme/talk', '--author', 'Acme Ltd <nodes@acme.example>'];

const copy = useCopies()();

it.each([
	['a repository without an owner', ['--repo', 'talk'], 'owner/name'],
	['an author without an address', ['--author', 'Acme'], 'Name <address>'],
])('refuses %s, and changes nothing', async (_what, facts, reason) => {
	const before = copy.read('package.json');
	expect(await copy.failureOf([...BRAND, ...facts])).toContain(reason);
	expect(copy.read('package.json')).toBe(before);
});

it('lets nothing be published while a placeholder is left', async () => {
	const left = await copy.failureOf([...BRAND, '--check']);
	for (const file of [
		'README.md',
		'SECURITY.md',
		'LICENSE.md',
		'package.json',
		'SvcCalls.node.json',
	])
		expect(left).toContain(file);
});

it('writes repository, author and service to every file that names them', async () => {
	expect(await copy.failureOf([...BRAND, ...FACTS, '--service', 'Acme'])).toBe('');
	expect(await copy.failureOf([...BRAND, '--check'])).toBe('');
	expect(JSON.parse(copy.read('package.json'))).toMatchObject({
		author: { name: 'Acme Ltd', email: 'nodes@acme.example' },
		repository: { url: 'git+https://github.com/acme/talk.git' },
	});
	expect(copy.read('LICENSE.md')).toContain('Acme Ltd');
	expect(copy.read('README.md')).toContain('[Acme Calls](docs/nodes/calls.md)');
	expect(copy.read('README.md')).toContain(
		'"https://raw.githubusercontent.com/acme/talk/main/docs/',
	);
	expect(copy.read('nodes/Calls/SvcCalls.node.ts')).toContain("displayName: 'Acme Calls'");
	// It changes texts alone, which a compiler need not see at every change
	if (HEAVY) {
		expect(await copy.failureOf(['npm', 'run', 'lint:types'])).toBe('');
		expect(await copy.failureOf(['npx', 'prettier', '--check', '.'])).toBe('');
	}
}, 600_000);
