import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Page } from 'playwright-core';

const FRAMES_PER_SECOND = 10;

/** A film of what a page shows, from the start of the recording on. */
export interface Recording {
	/** Seconds so far. */
	readonly seconds: number;
	/** Ends the film and waits until its file is complete. */
	stop(): Promise<void>;
}

/** @throws Error saying how to get ffmpeg when there is none */
export function requireFfmpeg(): void {
	if (spawnSync('ffmpeg', ['-version']).error) {
		throw new Error('There is no ffmpeg. Install it (Debian: sudo apt-get install ffmpeg).');
	}
}

/** Films a page into an MP4 file, in real time and without a cut. */
export async function record(page: Page, file: string): Promise<Recording> {
	let picture: Buffer | undefined;
	const devTools = await page.context().newCDPSession(page);
	devTools.on('Page.screencastFrame', ({ data, sessionId }) => {
		picture = Buffer.from(data, 'base64');
		// The page may be gone by then
		devTools.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
	});
	await devTools.send('Page.startScreencast', { format: 'jpeg', quality: 90 });

	const input = `-f image2pipe -c:v mjpeg -framerate ${FRAMES_PER_SECOND} -i -`;
	// Colours and sizes that all players and browsers show; an even size, as the format wants
	const output =
		'-c:v libx264 -preset veryfast -pix_fmt yuv420p -vf crop=trunc(iw/2)*2:trunc(ih/2)*2';
	const ffmpeg = spawn(
		'ffmpeg',
		[
			'-y',
			'-loglevel',
			'error',
			...input.split(' '),
			...output.split(' '),
			'-movflags',
			'+faststart',
			file,
		],
		{ stdio: ['pipe', 'inherit', 'inherit'] },
	);
	const ended = once(ffmpeg, 'exit');
	const start = Date.now();
	const seconds = () => (Date.now() - start) / 1000;
	let frames = 0;
	// The browser gives a picture when something changes; a film needs one for each tenth of a second
	const timer = setInterval(() => {
		for (; picture && frames < seconds() * FRAMES_PER_SECOND; frames++) ffmpeg.stdin.write(picture);
	}, 1000 / FRAMES_PER_SECOND);
	return {
		get seconds() {
			return seconds();
		},
		stop: async () => {
			clearInterval(timer);
			await devTools.detach().catch(() => {});
			ffmpeg.stdin.end();
			const [code] = await ended;
			if (code !== 0) throw new Error(`ffmpeg ended with exit code ${code}.`);
		},
	};
}
