import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/** Reading speed of captions, with a moment to find them. */
const MS_PER_CHARACTER = 35;
const MS_TO_NOTICE = 700;

/**
 * Put into every page: a caption, which stays over navigation, and a pointer, which a browser without a screen does
 * not draw. Notifications of n8n, which would lie over both, are hidden.
 */
const STAGE = `
	if (window === window.top) addEventListener('DOMContentLoaded', () => {
		const style = document.createElement('style');
		style.textContent = \`
			.el-notification, [class*="ͼ"]:empty { display: none !important; }
			#film-caption {
				position: fixed; z-index: 99999; left: 50%; bottom: 18px; transform: translateX(-50%);
				max-width: 1000px; padding: 12px 22px; border-radius: 8px; pointer-events: none;
				background: rgba(16, 24, 40, .94); color: #fff; font: 500 20px/1.4 sans-serif; text-align: center;
			}
			#film-caption:empty { display: none; }
			#film-pointer {
				position: fixed; z-index: 99998; width: 22px; height: 22px; margin: -11px; border-radius: 50%;
				pointer-events: none; background: rgba(255, 109, 90, .45); border: 2px solid #ff6d5a;
			}\`;
		const caption = Object.assign(document.createElement('div'), { id: 'film-caption' });
		caption.textContent = sessionStorage.getItem('film-caption') ?? '';
		const pointer = Object.assign(document.createElement('div'), { id: 'film-pointer' });
		const [x, y] = JSON.parse(sessionStorage.getItem('film-pointer') ?? '[720, 450]');
		Object.assign(pointer.style, { left: x + 'px', top: y + 'px' });
		addEventListener('mousemove', ({ clientX, clientY }) => {
			Object.assign(pointer.style, { left: clientX + 'px', top: clientY + 'px' });
			sessionStorage.setItem('film-pointer', JSON.stringify([clientX, clientY]));
		}, true);
		document.documentElement.append(style, caption, pointer);
	});
`;

/** A page that is filmed. */
export class Stage {
	constructor(private readonly page: Page) {}

	/** Prepares all pages that are opened from now on. */
	async prepare(): Promise<void> {
		await this.page.addInitScript(STAGE);
	}

	/** Shows a caption until the next one, and waits as long as reading it takes. */
	async say(text: string): Promise<void> {
		await this.page.evaluate((words) => {
			const { document, sessionStorage } = globalThis as unknown as {
				document: { getElementById(id: string): { textContent: string } | null };
				sessionStorage: { setItem(key: string, value: string): void };
			};
			sessionStorage.setItem('film-caption', words);
			document.getElementById('film-caption')!.textContent = words;
		}, text);
		await this.look(MS_TO_NOTICE + text.length * MS_PER_CHARACTER);
	}

	/** Leaves the viewer time to look. */
	async look(ms = 1_500): Promise<void> {
		await sleep(ms);
	}
}
