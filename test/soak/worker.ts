import 'reflect-metadata';
import type { IDataObject } from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';

import { uid } from '../../dev/contract/choices';
import { pollNode } from '../../dev/engine/pollNode';
import { runNode, type Setup } from '../../dev/engine/runNode';
import { callTool } from '../../dev/engine/runTool';
import { overrideLimits } from '../../dev/limits';
import { LIMITERS } from '../../nodes/shared/transport/limiter';
import { runPart, TIMEOUT } from './storm';
import { jsonOf } from '../support/useService';
import { TRIGGERS, type Done, type Round, type Start, type Task, type TriggerName } from './jobs';
import { leftBeyond, resources, sample } from './memory';

/** The process under test: n8n's engine with the nodes, for as long as its parent sends rounds. */

const start = JSON.parse(process.argv[2]) as Start;

// Caches are full long before the end, and a fault takes milliseconds instead of seconds
overrideLimits({
	firstBackoff: 10,
	longestBackoff: 200,
	maxAccounts: 5,
	maxKnownNames: 50,
	maxLatestPolls: 50,
	maxWarnings: 50,
	ratedStarts: 20,
});

let now = start.now;
Date.now = () => now;

/** Static data of the workflow of each trigger, as n8n keeps it */
const stored: Record<string, IDataObject> = {};

async function play(round: Round): Promise<Done> {
	now = round.now;
	const done: Done = {
		events: {},
		failedPolls: 0,
		creates: { succeeded: [], unknown: [], failed: [] },
		updates: { succeeded: [], unknown: [], failed: [] },
	};
	const credential = { baseUrl: start.url, apiKey: round.apiKey };
	const run = async (setup: Omit<Setup, 'credential'>) => await runNode({ ...setup, credential });
	const { retries } = round;
	await Promise.all([
		...Object.keys(TRIGGERS).map(async (name) => {
			const polled = await pollNode({
				...TRIGGERS[name as TriggerName],
				parameters: { event: name, ...TRIGGERS[name as TriggerName].parameters },
				workflow: name,
				credential,
				stored: stored[name],
			});
			stored[name] = polled.stored;
			done.events[name] = polled.items.map(({ json }) => (json._event as { id: string }).id);
			if (polled.error) done.failedPolls++;
		}),
		runPart(CREATE(credential), round.creates, retries).then((report) => {
			done.creates = report;
		}),
		runPart(UPDATE(credential), round.updates, retries).then((report) => {
			done.updates = report;
		}),
		run(list({})).then(({ items, error }) => {
			if (!error) done.list = items.map(({ json }) => String(json.record_uid));
		}),
		run(list({ outputAs: 'csv' })).then(({ items, error }) => {
			if (!error) done.fileRows = Number(jsonOf(items)[0].rows);
		}),
		run({
			...list({}),
			onStart: (stop) => void sleep(round.stopAfter).then(stop),
		}),
		callTool({
			node: 'svcRecordsTool',
			parameters: { resource: 'record', operation: 'getAll', limit: 20 },
			credential,
			calls: [{}, {}],
		}),
	]);
	return done;
}

const CREATE = (credential: Setup['credential']) => ({
	node: 'svcRecords',
	parameters: { resource: 'record', operation: 'create', text: '={{ $json.name }}' },
	credential,
});

const UPDATE = (credential: Setup['credential']) => ({
	node: 'svcRecords',
	parameters: {
		resource: 'record',
		operation: 'update',
		record: uid('={{ $json.uid }}'),
		updateFields: { title: '={{ $json.name }}' },
	},
	credential,
});

/** A list of the records from before the start, which nobody adds to. */
const list = (more: IDataObject) => ({
	node: 'svcRecords',
	parameters: {
		resource: 'record',
		operation: 'getAll',
		returnAll: true,
		period: 'custom',
		before: new Date(start.now).toISOString(),
		requestOptions: { timeout: TIMEOUT },
		...more,
	},
});

/** Defects of each kind that the soak must find. */
const kept: unknown[] = [];
async function addDefects(round: Round, done: Done): Promise<void> {
	kept.push(Buffer.alloc(1_000_000), done);
	setInterval(() => {}, 1_000);
	for (let i = 0; i < 40; i++) LIMITERS.set(`${kept.length} ${i}`, { isIdle: false } as never);
	const { newCall, newRecord } = done.events;
	newCall.pop();
	newRecord.push(...newRecord.slice(0, 1));
	done.list?.pop();
	const credential = { baseUrl: start.url, apiKey: round.apiKey };
	await runPart(CREATE(credential), round.creates.slice(0, 1), false);
	done.updates.succeeded.push('update of nothing');
}

/** Handles before the first round: those of this process itself */
let before: Record<string, number> | undefined;

process.on('message', (task: Task) => {
	before ??= resources();
	const own = before;
	const answer = async () => {
		if ('end' in task) return await leftBeyond(own);
		const done = await play(task.round);
		if (start.defective) await addDefects(task.round, done);
		return task.round.sample ? { ...done, sample: await sample() } : done;
	};
	void answer().then((answered) => process.send!(answered));
});
process.once('disconnect', () => process.exit());
process.send!('ready');
