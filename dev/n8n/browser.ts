import { existsSync } from 'node:fs';
import { chromium, selectors, type Browser, type Locator, type Page } from 'playwright-core';
import type { N8nClient } from './client';

/** Paths of Chromium on Debian, and of Chrome on GitHub Actions. */
const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/google-chrome'];

/** A signed-in browser tab of n8n. */
export interface N8nBrowser {
	page: Page;
	close(): Promise<void>;
}

/**
 * Opens a headless Chromium that is signed in like the client and can reach only 127.0.0.1. It uses the program in
 * the environment variable CHROMIUM, or else the Chromium or Chrome of the system. `getByTestId` finds n8n's own
 * test IDs.
 * @throws Error with the way to install Chromium if there is none
 */
export async function openBrowser(n8n: N8nClient): Promise<N8nBrowser> {
	selectors.setTestIdAttribute('data-test-id');
	const browser = await chromium.launch({
		executablePath: findChromium(),
		args: [
			'--no-sandbox',
			'--disable-dev-shm-usage',
			'--disable-gpu',
			'--font-render-hinting=none',
		],
	});
	const page = await openPage(browser, n8n);
	return { page, close: async () => await browser.close() };
}

/** A node on the canvas. */
export function canvasNode(page: Page, name: string): Locator {
	return page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
}

function findChromium(): string {
	const candidates = process.env.CHROMIUM ? [process.env.CHROMIUM] : PROGRAMS;
	const file = candidates.find((candidate) => existsSync(candidate));
	if (!file) {
		throw new Error(
			`There is no Chromium at ${candidates.join(' or ')}. Install it (Debian: sudo apt-get install chromium fonts-liberation), or set CHROMIUM to the path of a Chromium or Chrome program.`,
		);
	}
	return file;
}

async function openPage(browser: Browser, n8n: N8nClient): Promise<Page> {
	const context = await browser.newContext({
		viewport: { width: 1440, height: 900 },
		locale: 'en-US',
		timezoneId: 'UTC',
		reducedMotion: 'reduce',
		colorScheme: 'light',
	});
	await context.addCookies([
		{ name: 'n8n-auth', value: n8n.loginToken, url: n8n.url, httpOnly: true, sameSite: 'Lax' },
	]);
	// n8n accepts the login only with the ID that it was created with.
	await context.addInitScript(`localStorage.setItem('n8n-browserId', '${n8n.browserId}')`);
	const elsewhere = ({ hostname }: URL) => hostname !== '127.0.0.1';
	await context.route(elsewhere, async (route) => await route.abort());
	// Other suites may have the processors for themselves for a while
	context.setDefaultTimeout(90_000);
	return await context.newPage();
}
