import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { setUpDemo, type DemoWorkflow } from '../demo/set-up';
import { canvasNode, openBrowser } from '../n8n/browser';
import { N8nClient } from '../n8n/client';
import { startN8n } from '../n8n/host';
import { ensureN8n } from '../n8n/install';
import { installPackage, packPackage } from '../n8n/package';
import { REPOSITORY } from '../n8n/paths';
import { startService, type Service } from '../fake-service/index';
import { story } from '../story';

/** Takes the pictures of the documentation in a real n8n: `npm run screenshots`. */

const IMAGES = path.join(REPOSITORY, 'docs/images');

/** Themes of n8n and of the reader, with the end of the picture's name and the colours around it. */
const THEMES = [
	{ colorScheme: 'light', end: '', page: '#ffffff', bubble: '#e8f1ff', text: '#1f2328' },
	{ colorScheme: 'dark', end: '.dark', page: '#0d1117', bubble: '#1d3557', text: '#f0f6fc' },
] as const;

async function main(): Promise<void> {
	await ensureN8n({ onProgress: console.log });
	const packed = await packPackage();
	const home = mkdtempSync(path.join(tmpdir(), 'n8n-screenshots-'));
	await installPackage(packed, home);
	const service = await startService({ story });
	const host = await startN8n({ home });
	try {
		const n8n = new N8nClient(host.url);
		const access = { baseUrl: service.url, apiKey: service.keys.a };
		const { workflows } = await setUpDemo(n8n, access);
		const exampleIn = (wanted: string) => workflows.find(({ file }) => file === wanted)!;
		const { page, close } = await openBrowser(n8n);
		mkdirSync(IMAGES, { recursive: true });
		try {
			await takeMorning(page, host.url, exampleIn('morning-digest.json'), service);
			await takeForm(page, host.url, exampleIn('morning-digest.json'));
			await takeTrigger(page, host.url, exampleIn('missed-call-to-chat.json'));
		} finally {
			await close();
		}
	} finally {
		await host.stop();
		await service.close();
		rmSync(home, { recursive: true });
	}
}

/** The morning digest on the canvas after a run, and beside it the message that it sent; for light and dark pages. */
async function takeMorning(
	page: Page,
	n8nUrl: string,
	{ id }: DemoWorkflow,
	service: Service,
): Promise<void> {
	let message: string | undefined;
	for (const theme of THEMES) {
		await page.emulateMedia({ colorScheme: theme.colorScheme });
		await page.goto(`${n8nUrl}/workflow/${id}`);
		await hideDistractions(page, '[data-test-id="sticky"]');
		const last = canvasNode(page, 'Send the Digest');
		await last.waitFor();
		if (!message) {
			await page.getByTestId('execute-workflow-button').first().click();
			await last.getByTestId('canvas-node-status-success').waitFor();
			message = [...service.account('a').messages.values()].at(-1)!.text_content;
			await page.reload();
			await hideDistractions(page, '[data-test-id="sticky"]');
			await last.waitFor();
		}
		const first = await canvasNode(page, 'Every Weekday at 8').boundingBox();
		const end = await last.boundingBox();
		const clip = {
			x: first!.x - 40,
			y: first!.y - 30,
			width: end!.x + end!.width - first!.x + 80,
			height: first!.height + 80,
		};
		await page.mouse.move(720, 890);
		const canvas = await page.screenshot({ clip, animations: 'disabled' });
		await takeBeside(page, canvas, message, theme);
	}
	await page.emulateMedia({ colorScheme: 'light' });
}

/** A picture of the canvas with a message beside it. */
async function takeBeside(
	page: Page,
	canvas: Buffer,
	message: string,
	{ end, page: background, bubble, text }: (typeof THEMES)[number],
): Promise<void> {
	const beside = await page.context().newPage();
	const image = canvas.toString('base64');
	await beside.setContent(`
		<style>
			body { margin: 0; background: ${background}; color: ${text}; font: 15px/1.5 sans-serif; }
			main { display: inline-flex; align-items: center; gap: 24px; padding: 16px; }
			p { white-space: pre-line; background: ${bubble}; border-radius: 4px 16px 16px; margin: 0; padding: 14px 18px; }
			small { opacity: 0.7; }
		</style>
		<main><img src="data:image/png;base64,${image}"><div><small>Studio team, 08:00</small><p></p></div></main>`);
	await beside.locator('p').evaluate((element, words) => (element.textContent = words), message);
	await beside.locator('main').screenshot({ path: fileOf(`morning-digest${end}`) });
	await beside.close();
}

/** The form of the first workflow: tasks that are due as one text, after a run. */
async function takeForm(page: Page, n8nUrl: string, { id, nodes }: DemoWorkflow): Promise<void> {
	const tasks = nodes.find(({ name }) => name === 'Tasks Due')!;
	await openForm(page, `${n8nUrl}/workflow/${id}/${tasks.id}`);
	await page.getByTestId('node-execute-button').first().click();
	await page.getByTestId('output-panel').getByText('has_more').first().waitFor();
	await takeOpenForm(page, 'first-workflow');
}

/** A trigger with its test events. */
async function takeTrigger(page: Page, n8nUrl: string, { id, nodes }: DemoWorkflow): Promise<void> {
	const trigger = nodes.find(({ type }) => type.endsWith('Trigger'))!;
	await openForm(page, `${n8nUrl}/workflow/${id}/${trigger.id}`);
	await page.getByText('Fetch Test Event').first().click();
	await page.getByTestId('output-panel').getByText('_event').first().waitFor();
	await takeOpenForm(page, 'trigger-test-event');
}

/** Opens the form of a node. */
async function openForm(page: Page, address: string): Promise<void> {
	await page.goto(address);
	await hideDistractions(
		page,
		'.el-popper',
		'[data-reka-popper-content-wrapper]',
		'[role="tooltip"]',
	);
}

async function takeOpenForm(page: Page, name: string): Promise<void> {
	await page.mouse.move(720, 890);
	await page.evaluate('document.fonts.ready');
	await page.screenshot({ path: fileOf(name), animations: 'disabled' });
}

/**
 * Hides what would cover a picture at random: notifications, and the empty boxes that n8n's expression editor leaves in
 * the corner of the window.
 */
async function hideDistractions(page: Page, ...more: string[]): Promise<void> {
	const boxes = ['.el-notification', '[class*="ͼ"]:empty', ...more];
	await page.addStyleTag({ content: `${boxes.join()} { display: none !important; }` });
}

/** Path of a picture. */
function fileOf(name: string): string {
	const file = path.join(IMAGES, `${name}.png`);
	console.log(path.relative(REPOSITORY, file));
	return file;
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
