import './loadInstrumented';
import { prepare, type Journey } from './journeys';

/** The way of a journey through the files of nodes/. */
export interface Way {
	journey: string;
	/** Number of files entered */
	files: number;
	/** Number of moves from one file to another */
	moves: number;
	/** The files, with the numbers of moves into them, most first */
	into: Array<[file: string, moves: number]>;
}

/** Makes all journeys, each one twice: what the first run leaves in caches is not counted. */
export async function walk(): Promise<Way[]> {
	const { journeys, close } = await prepare();
	const ways: Way[] = [];
	for (const journey of journeys) {
		await made(journey);
		ways.push(wayOf(journey.name, await made(journey)));
	}
	await close();
	return ways;
}

/** Makes a journey; returns the file of each function that was entered. */
async function made({ name, run, items }: Journey): Promise<string[]> {
	const trail: string[] = [];
	globalThis.entered = (file) => trail.push(file);
	const count = await run();
	globalThis.entered = () => {};
	if (count !== items) throw new Error(`${name}: ${count} items instead of ${items}`);
	if (trail.length === 0) throw new Error(`${name}: the files of nodes/ are not instrumented`);
	return trail;
}

function wayOf(journey: string, trail: string[]): Way {
	const stops = trail.filter((file, index) => file !== trail[index - 1]);
	const counts = new Map(stops.map((file) => [file, 0]));
	for (const file of stops) counts.set(file, counts.get(file)! + 1);
	return {
		journey,
		files: counts.size,
		moves: stops.length - 1,
		into: [...counts].sort(([, one], [, other]) => other - one),
	};
}
