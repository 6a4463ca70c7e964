import { createHash, randomUUID } from 'node:crypto';
import {
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';

import { N8nClient, type Workflow } from '../../dev/n8n/client';
import { itemsOf } from '../../dev/n8n/execution';
import { startN8n, type N8nHost } from '../../dev/n8n/host';
import { installPackage, type PackedPackage } from '../../dev/n8n/package';
import { ActiveTrigger } from '../e2e/activeTrigger';
import { openEditor } from '../e2e/editor';
import { NewEvents } from '../e2e/newEvents';
import { chain, node, recordsNode, START } from '../e2e/workflows';
import { worldOf, type World } from '../e2e/world';
import { OtherSystems } from '../pairs/otherSystems';
import { read } from '../support/repository';
import { Project, type Outcome } from './project';
import { Registry } from './registry';

/**
 * A rehearsal of publishing to a registry on 127.0.0.1, first by the owner as docs/verification.md says, then by the
 * workflow, and of the update of an n8n. Only npm, GitHub and Sigstore themselves can show that they answer like this.
 */

jest.setTimeout(300_000);

const { name, version } = JSON.parse(read('package.json')) as { name: string; version: string };
const TAG = `v${version}`;

/** The commands for the first version. */
const COMMANDS = /\*\*Publish the first version by hand\.\*\*[^]*?```sh\n([^]*?)```/
	.exec(read('docs/verification.md'))![1]
	.trim()
	.split(/\n\s*/);
const [FIRST] = COMMANDS.flatMap((command) => /^npm version (\S+)/.exec(command)?.[1] ?? []);
const commandOf = (word: string) => COMMANDS.find((command) => command.includes(word))!;

let folder: string;
let systems: OtherSystems;
let registry: Registry;
let project: Project;

beforeAll(async () => {
	folder = mkdtempSync(path.join(tmpdir(), 'n8n-rehearsal-'));
	systems = await OtherSystems.start();
	addSigstore();
	const authority = path.join(folder, 'authority.pem');
	writeFileSync(authority, systems.certificate);
	mkdirSync(path.join(folder, 'npm'));
	registry = await Registry.start(path.join(folder, 'npm'));
	project = await Project.create(folder, registry, {
		npm_config_registry: registry.url,
		HTTPS_PROXY: systems.url,
		NO_PROXY: '127.0.0.1',
		NODE_EXTRA_CA_CERTS: authority,
	});
});
afterAll(async () => {
	await registry.close();
	await systems.close();
	expect(systems.refused).toEqual([]);
	rmSync(folder, { recursive: true });
});

/** Signs provenance, with a certificate that proves nothing. */
function addSigstore(): void {
	const body = Buffer.from('{"kind":"intoto","apiVersion":"0.0.2"}').toString('base64');
	systems.add({
		method: 'POST',
		host: 'fulcio.sigstore.dev',
		path: '/api/v2/signingCert',
		answer: { signedCertificateEmbeddedSct: { chain: { certificates: [systems.certificate] } } },
	});
	systems.add({
		method: 'POST',
		host: 'rekor.sigstore.dev',
		path: '/api/v1/log/entries',
		answer: { invented: { body, logID: '00', logIndex: 1, integratedTime: 1 } },
	});
}

/** The registry's document of the package; it has no `versions` before the first one. */
async function published() {
	const answer = await axios.get<{ versions: IDataObject; 'dist-tags': IDataObject }>(
		`${registry.url}${name}`,
		{ proxy: false, validateStatus: (status) => [200, 404].includes(status) },
	);
	return answer.data;
}

const versions = async () => Object.keys((await published()).versions ?? {});

/** A version as n8n gets it from the registry. */
async function fetched(wanted: string): Promise<PackedPackage> {
	await project.do(`npm pack --loglevel=error --pack-destination "${folder}" ${name}@${wanted}`);
	return { name, version: wanted, file: path.join(folder, `${name}-${wanted}.tgz`) };
}

/** Checks that a version is, where n8n has its packages, the same as where it was published. */
async function expectEqual(wanted: string, checkout: string): Promise<void> {
	const home = path.join(folder, 'home');
	await installPackage(await fetched(wanted), home);
	const installed = contentsOf(path.join(home, '.n8n/nodes/node_modules', name), '.');
	const files = ['dist', 'package.json', 'README.md', 'LICENSE.md'];
	const built = Object.assign({}, ...files.map((file) => contentsOf(checkout, file))) as object;
	expect(Object.keys(installed).sort()).toEqual(Object.keys(built).sort());
	expect(installed).toEqual(built);
	expect(JSON.parse(installed['package.json'])).toMatchObject({ version: wanted });
}

/** The files below a path in a folder, with their contents. */
function contentsOf(root: string, below: string): Record<string, string> {
	const file = path.join(root, below);
	if (!statSync(file).isDirectory()) return { [below]: readFileSync(file, 'latin1') };
	const inside = readdirSync(file).map((each) => contentsOf(root, path.join(below, each)));
	return Object.assign({}, ...inside) as Record<string, string>;
}

describe('the first version, by the commands of docs/verification.md', () => {
	test('is refused with a wrong token, and nothing is published', async () => {
		const login = path.join(project.home, '.npmrc');
		writeFileSync(login, `${registry.url.replace('http:', '')}:_authToken=wrong\n`);
		expect(await project.failureOf(commandOf('npm publish'))).toMatch(/E401|E403/);
		rmSync(login);
		expect(await versions()).toEqual([]);
	});

	test('is published by the owner', async () => {
		for (const command of COMMANDS.filter((each) => each !== 'npm ci')) await project.do(command);
		expect(await versions()).toEqual([FIRST]);
		await expectEqual(FIRST, project.clone);
	});

	test('is not published a second time', async () => {
		const before = await published();
		// npm itself does not look for pre-releases: the registry refuses it
		expect(await project.failureOf(commandOf('npm publish'))).toMatch(/E409|E403/);
		expect(await published()).toEqual(before);
	});
});

describe('the workflow', () => {
	let outcome: Outcome;

	beforeAll(async () => {
		await project.do('git checkout -q .');
		const heading = new RegExp(`^(## \\[${version}\\]) - .*$`, 'm');
		project.write('CHANGELOG.md', project.read('CHANGELOG.md').replace(heading, '$1 - 2026-01-31'));
		await project.commit(version);
	});

	const addFile = () => project.write('docs/new.md', '');
	const undate = () =>
		project.write('CHANGELOG.md', project.read('CHANGELOG.md').replace(' - 2026-01-31', ''));

	const leave = () => project.write('docs/new.md', 'n8n-nodes-svc maintainers');

	test.each([
		['The tag is the version in package.json', addFile, 'v99.0.0', 'main'],
		['The commit is on main', addFile, TAG, 'other'],
		['The changelog has the version with its date', undate, TAG, 'main'],
		['No placeholder of the owner is left', leave, TAG, 'main'],
	])('publishes nothing unless: %s', async (step, change, tag, branch) => {
		change();
		await project.commit('a change', branch);
		expect(await project.push(tag)).toMatchObject({ failed: step });
		expect(await versions()).toEqual([FIRST]);
		await project.do('git reset -q --hard HEAD^ && git push -qf origin HEAD:main');
	});

	test('publishes without a stored token, for npm trusts it', async () => {
		outcome = await project.push(TAG);
		expect(outcome).toMatchObject({ output: expect.stringContaining(`+ ${name}@${version}`) });
		expect(await versions()).toEqual([FIRST, version]);
		expect((await published())['dist-tags']).toMatchObject({ latest: version });
	});

	test('signs where the version comes from', async () => {
		const { file } = await fetched(version);
		const sha512 = createHash('sha512').update(readFileSync(file)).digest('hex');
		expect(registry.provenance.get(`${name}-${version}.sigstore`)).toMatchObject({
			subject: [{ name: `pkg:npm/${name}@${version}`, digest: { sha512 } }],
			predicate: {
				buildDefinition: {
					externalParameters: {
						workflow: {
							path: '.github/workflows/publish.yml',
							ref: `refs/tags/${TAG}`,
							repository: 'https://github.com/acme/talk',
						},
					},
					resolvedDependencies: [{ digest: { gitCommit: project.tagged.commit } }],
				},
			},
		});
	});

	test('does not publish a version a second time', async () => {
		const before = await published();
		const again = await project.publishAgain(outcome);
		expect(again).toMatchObject({
			code: 1,
			output: expect.stringContaining('cannot publish over'),
		});
		expect(await published()).toEqual(before);
	});

	test('has published what it has built', async () => {
		await expectEqual(version, outcome.checkout);
	});
});

describe('an n8n whose package is replaced', () => {
	let host: N8nHost;
	let world: World;
	let trigger: ActiveTrigger;
	let saved: Workflow;
	let output: IDataObject[];
	let newEvents: NewEvents;
	const happened: string[] = [];
	const packages = new Map<string, PackedPackage>();

	beforeAll(async () => {
		const home = path.join(folder, 'n8n');
		for (const each of [FIRST, version]) packages.set(each, await fetched(each));
		await installPackage(packages.get(FIRST)!, home);
		host = await startN8n({ home });
		world = await worldOf(new N8nClient(host.url));
		newEvents = new NewEvents(world.service);
		trigger = await ActiveTrigger.start(world, { on: 'Calls' });
		saved = await world.n8n.createWorkflow(chain('Saved', records()));
		output = await result();
		expect(output.length).toBeGreaterThan(0);
	});
	afterAll(async () => {
		await host.stop();
		expect(world.service.violations).toEqual([]);
		await world.close();
	});

	const records = (settings = {}) =>
		recordsNode(
			world.credential,
			{ resource: 'record', operation: 'getAll', returnAll: true },
			settings,
		);

	/** The output of the saved workflow. */
	const result = async () =>
		itemsOf(await world.n8n.runToEnd(saved, { trigger: START }), 'Records');

	/** Runs a workflow that waits between two of our nodes. Returns its execution, and the address at which it waits. */
	async function waiting(): Promise<{ id: string; url: string }> {
		const url = { mode: 'raw', jsonOutput: '={{ { url: $execution.resumeUrl } }}', options: {} };
		const workflow = chain(
			'Waiting',
			records({ executeOnce: true }),
			node('Address', 'n8n-nodes-base.set', 3.4, url),
			node('Wait', 'n8n-nodes-base.wait', 1.1, { resume: 'webhook' }, { webhookId: randomUUID() }),
			records({ name: 'After', id: 'After', executeOnce: true }),
		);
		const id = await world.n8n.run(await world.n8n.createWorkflow(workflow), { trigger: START });
		const shown = await world.n8n.waitForPerson(id, 'Address');
		return { id, url: /http[^"\\]+/.exec(shown)![0] };
	}

	test.each([
		['an update', () => version],
		['the way back', () => FIRST],
	])('goes on after %s', async (_what, wanted) => {
		happened.push(newEvents.call());
		await trigger.untilFound(...happened);
		const { id, url } = await waiting();

		await host.stop();
		happened.push(newEvents.call());
		await installPackage(packages.get(wanted())!, host.home);
		await host.restart();

		const types = await world.n8n.nodeTypes();
		const ours = types.filter((type) => type.name.startsWith(`${name}.`));
		expect(ours.length).toBeGreaterThan(10);
		expect(new Set(ours.map((type) => type.communityNodePackageVersion))).toEqual(
			new Set([wanted()]),
		);

		happened.push(newEvents.call());
		await trigger.untilFound(...happened);
		await trigger.untilPolledAgain('queryCalls');
		expect(await trigger.ids()).toEqual(happened);

		await axios.get(url, { proxy: false });
		const resumed = await world.n8n.waitForExecution(id);
		expect(resumed).toMatchObject({ status: 'success', error: undefined });
		expect(itemsOf(resumed, 'After')).toEqual(output);

		expect(await result()).toEqual(output);
		const editor = await openEditor(world);
		await editor.openWorkflow(saved);
		expect(await editor.warned(['Records'])).toEqual([]);
		await editor.close();
	});
});
