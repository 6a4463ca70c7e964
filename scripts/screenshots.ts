import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { setUpDemo, type DemoWorkflow } from '../demo/set-up';
import { canvasNode, openBrowser } from '../dev/n8n/browser';
import { N8nClient } from '../dev/n8n/client';
import { startN8n } from '../dev/n8n/host';
import { ensureN8n } from '../dev/n8n/install';
import { installPackage, packPackage } from '../dev/n8n/package';
import { REPOSITORY } from '../dev/n8n/paths';
import { startService } from '../dev/fake-service/index';

/** Takes the pictures of the documentation in a real n8n: `npm run screenshots`. */

const IMAGES = path.join(REPOSITORY, 'docs/images');
const EXPORT_EXAMPLE = 'weekly-csv-export.json';
const RECORDS_EXAMPLE = 'morning-digest.json';
const TRIGGER_EXAMPLE = 'missed-call-to-chat.json';

async function main(): Promise<void> {
	await ensureN8n({ onProgress: console.log });
	const packed = await packPackage();
	const home = mkdtempSync(path.join(tmpdir(), 'n8n-screenshots-'));
	await installPackage(packed, home);
	const service = await startService();
	const host = await startN8n({ home });
	try {
		const n8n = new N8nClient(host.url);
		const access = { baseUrl: service.url, apiKey: service.keys.a };
		const { workflows } = await setUpDemo(n8n, access);
		const exampleIn = (wanted: string) => workflows.find(({ file }) => file === wanted)!;
		const { page, close } = await openBrowser(n8n);
		mkdirSync(IMAGES, { recursive: true });
		try {
			await takeCanvas(page, host.url, exampleIn(EXPORT_EXAMPLE));
			await takeRecords(page, host.url, exampleIn(RECORDS_EXAMPLE));
			await takeTrigger(page, host.url, exampleIn(TRIGGER_EXAMPLE));
		} finally {
			await close();
		}
	} finally {
		await host.stop();
		await service.close();
		rmSync(home, { recursive: true });
	}
}

/** An example on the canvas after a run. */
async function takeCanvas(page: Page, n8nUrl: string, example: DemoWorkflow): Promise<void> {
	await run(page, n8nUrl, example, 'Say What Was Exported');
	await page.getByTestId('zoom-to-fit').click();
	await take(page, 'example-on-canvas');
}

/** The output of a Svc Records node. */
async function takeRecords(page: Page, n8nUrl: string, example: DemoWorkflow): Promise<void> {
	const name = 'Tasks Due';
	await run(page, n8nUrl, example, name);
	await canvasNode(page, name).dblclick();
	await outputOf(page).getByText('text').first().waitFor();
	await page.locator('.cm-valid-resolvable').first().waitFor();
	await take(page, 'records-output');
}

/** Opens an example and runs it; returns when a node has succeeded. */
async function run(page: Page, n8nUrl: string, { id }: DemoWorkflow, name: string): Promise<void> {
	await page.goto(`${n8nUrl}/workflow/${id}`);
	await hideDistractions(page);
	await canvasNode(page, name).waitFor();
	await page.getByTestId('execute-workflow-button').first().click();
	await canvasNode(page, name).getByTestId('canvas-node-status-success').waitFor();
}

/** A trigger with its test events. */
async function takeTrigger(page: Page, n8nUrl: string, { id, nodes }: DemoWorkflow): Promise<void> {
	const trigger = nodes.find(({ type }) => type.endsWith('Trigger'))!;
	await page.goto(`${n8nUrl}/workflow/${id}/${trigger.id}`);
	await hideDistractions(page);
	await page.getByText('Fetch Test Event').first().click();
	await outputOf(page).getByText('call_uid').first().waitFor();
	await take(page, 'trigger-test-event');
}

function outputOf(page: Page): Locator {
	return page.getByTestId('output-panel');
}

/**
 * Hides what would cover a picture at random: notifications, and the empty boxes that n8n's expression editor leaves in
 * the corner of the window.
 */
async function hideDistractions(page: Page): Promise<void> {
	const boxes = ['.el-notification', '[class*="ͼ"]:empty'];
	await page.addStyleTag({ content: `${boxes.join()} { display: none !important; }` });
}

async function take(page: Page, name: string): Promise<void> {
	const file = path.join(IMAGES, `${name}.png`);
	await page.mouse.move(720, 890);
	await page.evaluate('document.fonts.ready');
	await page.screenshot({ path: file, animations: 'disabled' });
	console.log(path.relative(REPOSITORY, file));
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
