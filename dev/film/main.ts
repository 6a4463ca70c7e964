import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { OWNER } from '../demo/set-up';
import { startService, type Service } from '../fake-service/index';
import { openBrowser } from '../n8n/browser';
import { N8nClient, waitFor, type Credential, type Workflow } from '../n8n/client';
import { startN8n } from '../n8n/host';
import { ensureN8n } from '../n8n/install';
import { installPackage, packPackage } from '../n8n/package';
import { CACHE, REPOSITORY } from '../n8n/paths';
import { Editor } from '../../test/e2e/editor';
import { NewEvents } from '../../test/e2e/newEvents';
import { startOpenAi, type FakeOpenAi } from '../../test/e2e/openAi';
import { User } from '../../test/e2e/user';
import { chain, connect, node } from '../../test/e2e/workflows';
import { record, requireFfmpeg } from './recorder';
import { Stage } from './stage';

/**
 * Films what n8n's reviewers ask to see, from a real n8n against the fake service: npx tsx dev/film/main.ts.
 * One take: nodes in the panel, a credential with a passed test, three actions, a trigger, a tool of an AI agent.
 */

const FILE = path.join(CACHE, 'film/n8n-nodes-svc.mp4');
/** Longest film that n8n's reviewers take. */
const LONGEST_S = 300;

interface Set {
	page: Page;
	stage: Stage;
	editor: Editor;
	user: User;
	n8n: N8nClient;
	service: Service;
	model: FakeOpenAi;
}

async function main(): Promise<void> {
	requireFfmpeg();
	await ensureN8n({ onProgress: console.log });
	const packed = await packPackage();
	const home = mkdtempSync(path.join(tmpdir(), 'n8n-film-'));
	await installPackage(packed, home);
	const service = await startService();
	const model = await startOpenAi([[['Svc_Calls', { limit: 3 }]]]);
	const host = await startN8n({ home });
	try {
		const n8n = new N8nClient(host.url);
		await n8n.signIn(OWNER);
		const { page, close } = await openBrowser(n8n);
		const editor = new Editor(page, host.url, close);
		const stage = new Stage(page);
		await stage.prepare();
		await film({ page, stage, editor, user: new User(editor), n8n, service, model }).finally(close);
	} finally {
		await host.stop();
		await model.close();
		await service.close();
		rmSync(home, { recursive: true });
	}
}

async function film(set: Set): Promise<void> {
	// Before the film begins, so that it does not show n8n's loading screen
	await set.editor.openWorkflow(await set.n8n.createWorkflow(chain('A note and a message')));
	mkdirSync(path.dirname(FILE), { recursive: true });
	const recording = await record(set.page, FILE);
	try {
		for (const scene of [panel, credential, actions, trigger, agent]) {
			await scene(set);
			console.log(`${scene.name}: until second ${Math.round(recording.seconds)}`);
		}
	} finally {
		await recording.stop();
	}
	console.log(path.relative(REPOSITORY, FILE));
	if (recording.seconds > LONGEST_S) throw new Error(`The film is longer than ${LONGEST_S} s.`);
}

async function panel({ stage, editor, page }: Set): Promise<void> {
	await stage.say(
		'n8n-nodes-svc in n8n. The package is installed as npm pack makes it; a fake service with invented data answers.',
	);
	await editor.openNodePanel();
	await page.getByTestId('node-creator-search-bar').pressSequentially('svc', { delay: 150 });
	await editor.page.getByText('Svc Records', { exact: true }).first().waitFor();
	await stage.say(
		'The node panel finds a node for each area of the service, with its trigger in the same entry.',
	);
	await page.getByTestId('node-creator-search-bar').fill('');
	await page.getByTestId('node-creator-search-bar').pressSequentially('missed call', { delay: 80 });
	await stage.say('Everyday words find them too.');
	await page.keyboard.press('Escape');
}

async function credential({ stage, page, user, service, editor }: Set): Promise<void> {
	await stage.say('A first workflow: add Svc Records > Create record, and create the credential.');
	await user.addNode('Svc Records', 'Create record (note)');
	await page.getByRole('button', { name: 'Connect to Svc' }).click();
	const dialog = page.getByTestId('editCredential-modal');
	await dialog.waitFor();
	await dialog
		.getByTestId('parameter-input-baseUrl')
		.locator('input')
		.pressSequentially(service.url);
	await dialog.getByTestId('parameter-input-apiKey').locator('input').fill(service.keys.a);
	await dialog.getByTestId('credential-save-button').click();
	// n8n closes the dialog where the test has passed; it tests again when the dialog is opened
	await dialog.waitFor({ state: 'hidden' });
	await page.getByTestId('credential-edit-button').click();
	await page.getByTestId('credentials-config-container-test-success').waitFor();
	await stage.say(
		'n8n tests the credential by reading the profile of the account: the test has passed.',
	);
	// Closes the node as well
	await page.keyboard.press('Escape');
	await page.getByTestId('ndv').waitFor({ state: 'hidden' });
	await editor.node('Create record (note)').dblclick();
}

async function actions({ stage, user, page }: Set): Promise<void> {
	await field(page, 'text').fill('Water the kale');
	await stage.say('Action 1, Create: a record, which is a note.');
	await user.executeStep();
	await see(page, 'record_uid');
	await stage.look(3_000);
	await user.closeNode();
	await user.addNode('Svc Records', 'Get many records (notes and from chats)');
	await field(page, 'limit').fill('1');
	await stage.say('Action 2, Get Many: the newest record, with readable times.');
	await user.executeStep();
	await see(page, 'record_uid');
	await stage.look(3_000);
	await user.closeNode();
	await user.addNode('Svc Chat', 'Send message');
	await user.choose('sendTo', 'Person');
	await user.enterName(user.locatorOf('person'), 'Kestrel Wharf');
	await field(page, 'text').fill('Please water the kale today.');
	await stage.say('Action 3, Send: a message to a person by name.');
	await user.executeStep();
	await see(page, 'chat_session_uid');
	await stage.look(3_000);
	await user.closeNode();
	await page.getByTestId('zoom-to-fit').click();
	await stage.look();
}

/** Waits until the output of the open node has a text. */
async function see(page: Page, text: string): Promise<void> {
	await page.getByTestId('output-panel').getByText(text).first().waitFor();
}

/** The place of a text parameter of the open node where text is typed. */
function field(page: Page, parameter: string): Locator {
	const input = page.getByTestId('ndv').getByTestId(`parameter-input-${parameter}`);
	return input.locator('input, textarea').first();
}

/** Opens another workflow in the way of a user: by the list of all. */
async function openWorkflow(
	{ page, editor, stage }: Set,
	{ name, nodes }: Workflow,
): Promise<void> {
	await page.getByTestId('project-home-menu-item').click();
	const card = page.getByTestId('resources-list-item-workflow').filter({ hasText: name });
	await card.waitFor();
	await stage.look();
	await card.getByText(name, { exact: true }).click();
	for (const each of nodes) await editor.node(each.name).waitFor();
}

async function trigger(set: Set): Promise<void> {
	const { stage, page, n8n, service, editor } = set;
	const { id, name } = (await n8n.credentials())[0];
	const workflow = await n8n.createWorkflow(
		connect('When a call is over', [
			node(
				'Svc Calls Trigger',
				'n8n-nodes-svc.svcCallsTrigger',
				1,
				{ pollTimes: { item: [{ mode: 'everyMinute' }] }, event: 'newCall' },
				{ credentials: { svcApi: { id, name } } },
			),
			node('Go on', 'n8n-nodes-base.noOp', 1, {}),
		]),
	);
	await openWorkflow(set, workflow);
	await editor.node('Svc Calls Trigger').dblclick();
	await stage.say('A trigger: Fetch Test Event gives the latest calls.');
	await page.getByText('Fetch Test Event').first().click();
	await see(page, 'call_uid');
	await stage.look(2_500);
	await page.getByTestId('ndv-close-button').click();
	await stage.say('The workflow is published; the trigger polls.');
	await page.getByTestId('workflow-open-publish-modal-button').click();
	await page.getByTestId('workflow-publish-button').click();
	await page.getByRole('button', { name: 'Got it' }).click();
	await untilPublished(n8n, workflow);
	const byHand = new Set((await n8n.executions(workflow.id)).map(({ id }) => id));
	new NewEvents(service).call();
	await page.getByTestId('radio-button-executions').click();
	await stage.say('There is a new call in the service. The trigger polls every minute …');
	const started = await waitFor('the trigger to start its workflow', 120_000, async () => {
		const executions = await n8n.executions(workflow.id);
		return executions.find(({ id }) => !byHand.has(id));
	});
	await page.locator(`a[href$="/executions/${started.id}"]`).click();
	await stage.say('… and the trigger has started the workflow, with the call as its item.');
	await stage.look(2_000);
}

/** n8n registers a trigger a moment after its workflow was published. */
async function untilPublished(n8n: N8nClient, { id }: Workflow): Promise<void> {
	await waitFor('the workflow to be published', 60_000, async () => {
		const path = `/rest/workflows/${id}/publication-status`;
		const { status } = await n8n.call<{ status: string }>('GET', path);
		return status === 'published' || undefined;
	});
}

async function agent(set: Set): Promise<void> {
	const { stage, page, n8n, model, editor } = set;
	const svc = (await n8n.credentials())[0];
	const workflow = await n8n.createWorkflow(await agentWorkflow(n8n, svc, model));
	await openWorkflow(set, workflow);
	await page.getByTestId('zoom-to-fit').click();
	await stage.say(
		'Svc Calls as a tool of an AI Agent. The model is a stand-in on this machine, which asks for the tool.',
	);
	await page.getByTestId('execute-workflow-button').first().click();
	await editor
		.node('AI Agent')
		.getByTestId('canvas-node-status-success')
		.waitFor({ timeout: 60_000 });
	await stage.say('The agent has called the tool.');
	await editor.node('Svc Calls').dblclick();
	await see(page, 'call_uid');
	await stage.say('What the model asked for, and what the node gave it.');
	await stage.look(2_000);
	await page.getByTestId('ndv-close-button').click();
	await stage.say('That was n8n-nodes-svc. Thank you for watching.');
}

async function agentWorkflow(n8n: N8nClient, svc: Credential, { url }: FakeOpenAi) {
	const langchain = '@n8n/n8n-nodes-langchain';
	const key = await n8n.createCredential('Stand-in model', 'openAiApi', {
		apiKey: 'none',
		url,
		header: false,
	});
	const file = chain(
		'Ask about calls',
		node('AI Agent', `${langchain}.agent`, 3.1, {
			promptType: 'define',
			text: 'Who called lately?',
			options: {},
		}),
	);
	file.nodes.push(
		node(
			'Model',
			`${langchain}.lmChatOpenAi`,
			1.2,
			{ model: { __rl: true, mode: 'id', value: 'stand-in' }, options: {} },
			{ credentials: { openAiApi: { id: key.id, name: key.name } }, position: [160, 220] },
		),
		node(
			'Svc Calls',
			'n8n-nodes-svc.svcCallsTool',
			1,
			{
				resource: 'call',
				operation: 'getAll',
				returnAll: false,
				limit: "={{ $fromAI('limit', 'how many calls', 'number') }}",
			},
			{ credentials: { svcApi: { id: svc.id, name: svc.name } }, position: [340, 220] },
		),
	);
	file.connections.Model = {
		ai_languageModel: [[{ node: 'AI Agent', type: 'ai_languageModel', index: 0 }]],
	};
	file.connections['Svc Calls'] = { ai_tool: [[{ node: 'AI Agent', type: 'ai_tool', index: 0 }]] };
	return file;
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
