import { createRequire } from 'node:module';
import { Session } from 'node:inspector/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Measures the process that it is loaded in, which runs with --expose-gc. */

/** Memory and handles that a process holds after a garbage collection. */
export interface Sample {
	/** Bytes of objects, buffers included */
	heap: number;
	/** Bytes of the whole process */
	resident: number;
	/** Open sockets, timers and other handles, by their kind */
	resources: Record<string, number>;
	/** Entries of the variables of each module in `nodes`, with everything in them */
	modules: Record<string, number>;
}

export async function sample(): Promise<Sample> {
	await collectGarbage();
	const { heapUsed, external, rss } = process.memoryUsage();
	return {
		heap: heapUsed + external,
		resident: rss,
		resources: resources(),
		modules: await moduleState(),
	};
}

/** Twice, since finalizers run in between. */
async function collectGarbage(): Promise<void> {
	for (let i = 0; i < 2; i++) {
		await sleep(0);
		global.gc!();
	}
}

/** The handles that keep the process alive, by their kind. */
export function resources(): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
	return counts;
}

/** The handles beyond those of before that are still open after a while. */
export async function leftBeyond(before: Record<string, number>): Promise<Record<string, number>> {
	const deadline = performance.now() + 15_000;
	for (;;) {
		const left = Object.entries(resources()).filter(([kind, count]) => count > (before[kind] ?? 0));
		if (left.length === 0 || performance.now() > deadline) return Object.fromEntries(left);
		await sleep(100);
	}
}

const NODES = path.join(__dirname, '../../nodes');
const loaded = createRequire(__filename).cache;

/** Variables of every module: its imports, which are counted where they are declared, and Node's own. */
const FOREIGN = /^(import_|(module|exports|require)$)/;

/** Counts the entries of a collection or object, with those of everything in it. */
const COUNT = `function () {
	const seen = new Set();
	const count = (value) => {
		if (typeof value !== 'object' || value === null || seen.has(value)) return 0;
		seen.add(value);
		const inside = value instanceof Map || value instanceof Set || Array.isArray(value)
			? [...value.values()]
			: Object.values(value);
		return inside.reduce((sum, each) => sum + count(each), inside.length);
	};
	return count(this);
}`;

/**
 * The sizes of all variables that the functions of the modules in `nodes` share. Only a debugger sees variables that are
 * not exported: it reads the scopes of one exported function of each module.
 */
async function moduleState(): Promise<Record<string, number>> {
	const session = new Session();
	session.connect();
	const sizes: Record<string, number> = {};
	try {
		for (const [file, module] of Object.entries(loaded)) {
			if (!module || !file.startsWith(NODES)) continue;
			const exported = Object.values(module.exports as object).find(
				(each) => typeof each === 'function',
			) as unknown;
			if (!exported) continue;
			Object.assign(globalThis, { soakSubject: exported });
			const { result } = await session.post('Runtime.evaluate', {
				expression: 'soakSubject',
				objectGroup: 'soak',
			});
			for (const [name, size] of await variablesOf(session, result.objectId!)) {
				sizes[`${path.relative(NODES, file)}: ${name}`] = size;
			}
		}
	} finally {
		await session.post('Runtime.releaseObjectGroup', { objectGroup: 'soak' });
		session.disconnect();
		Object.assign(globalThis, { soakSubject: undefined });
	}
	return sizes;
}

/** Names and sizes of the variables around a function. */
async function variablesOf(session: Session, objectId: string): Promise<Array<[string, number]>> {
	const own = { ownProperties: true };
	const { internalProperties = [] } = await session.post('Runtime.getProperties', {
		objectId,
		...own,
	});
	const scopes = internalProperties.find(({ name }) => name === '[[Scopes]]')!.value!.objectId!;
	const found: Array<[string, number]> = [];
	const { result: levels } = await session.post('Runtime.getProperties', {
		objectId: scopes,
		...own,
	});
	for (const { value: level } of levels) {
		if (!level?.description?.startsWith('Closure')) continue;
		const { result: variables } = await session.post('Runtime.getProperties', {
			objectId: level.objectId!,
			...own,
		});
		for (const { name, value } of variables) {
			if (value?.type !== 'object' || !value.objectId || FOREIGN.test(name)) continue;
			const { result } = await session.post('Runtime.callFunctionOn', {
				objectId: value.objectId,
				functionDeclaration: COUNT,
				returnByValue: true,
			});
			found.push([name, Number(result.value)]);
		}
	}
	return found;
}
