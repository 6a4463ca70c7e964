import { fork } from 'node:child_process';
import path from 'node:path';

import { Child } from '../../bench/children';
import { startService, type Service } from '../../dev/fake-service/index';
import { createClient } from '../../dev/fake-service/test/client';
import { MINUTE } from '../../nodes/shared/durations';
import { seeded, type Report } from './storm';
import { NOTHING } from '../triggers/emptyService';
import { History, PAUSES } from './history';
import type { Done, Round, Start } from './jobs';
import { growthOf, judgeMemory, megabytes, warm } from './judge';
import type { Sample } from './memory';
import { setWeather, WEATHER } from './weather';

export interface Soak {
	minutes: number;
	seed: number;
	/** True for a process with defects on purpose */
	defective?: boolean;
	onProgress?: (line: string) => void;
}

export interface Soaked {
	/** Flaws, in words */
	findings: string[];
	figures: Record<string, unknown>;
}

/** Rounds of one weather, and of one API key */
const WEATHER_ROUNDS = 3;
const KEY_ROUNDS = 4;
/** Samples of a soak of any length, and the fewest rounds, however busy the machine is */
const SAMPLES = 150;
const MIN_ROUNDS = 25;
const RECORDS = 400;
const CREATES = 15;
const UPDATES = 8;

/** Runs a process with n8n's engine and the nodes against the fake service, which is mostly in trouble. */
export async function soak({
	minutes,
	seed,
	defective = false,
	onProgress,
}: Soak): Promise<Soaked> {
	const random = seeded(seed);
	const service = await startService({
		now: Date.UTC(2026, 0, 15, 12),
		paging: 'irregular',
		size: { ...NOTHING, records: RECORDS },
	});
	let requests = 0;
	let faults = 0;
	const violations: string[] = [];
	service.listen(({ endedAt, injected, violation, operation, error }) => {
		if (endedAt === undefined) return;
		requests++;
		if (injected) faults++;
		if (violation) violations.push(`violation: ${operation} ${error}`);
	});
	const account = service.account('a');
	const writes = new Writes(service, random);
	const lists = new Lists(await listed(service));
	const history = new History(account, random);
	const samples: Sample[] = [];
	let rounds = 0;
	let failedPolls = 0;
	let apiKey = service.keys.a;

	const settings: Start = { url: service.url, now: service.now(), defective };
	const child = new Child(
		fork(path.join(__dirname, 'worker.ts'), [JSON.stringify(settings)], {
			execArgv: ['--expose-gc', '--import', 'tsx'],
			env: { ...process.env, N8N_LOG_LEVEL: 'silent' },
		}),
	);
	try {
		await child.next();
		const began = performance.now();
		const end = began + minutes * 60_000;
		let nextSample = began;
		const play = async (calm = false) => {
			const kinds = Object.keys(WEATHER);
			const weather = kinds[Math.floor(rounds / WEATHER_ROUNDS) % kinds.length];
			setWeather(calm ? 'calm' : weather, service, random);
			if (rounds % KEY_ROUNDS === 0) apiKey = service.addKey('a');
			const measured = performance.now() >= nextSample;
			if (measured) nextSample += (minutes * 60_000) / SAMPLES;
			const round: Round = {
				apiKey,
				now: service.now(),
				creates: calm ? [] : writes.creates(rounds),
				updates: calm ? [] : writes.updates(rounds),
				retries: rounds % 2 === 1,
				stopAfter: Math.floor(random() * 100),
				sample: measured,
			};
			const done = await child.ask<Done>({ round });
			if (done.sample) samples.push(done.sample);
			writes.judge(done).forEach((uid) => history.expect('newRecord', uid));
			lists.judge(done);
			for (const [trigger, keys] of Object.entries(done.events)) history.emitted(trigger, keys);
			failedPolls += done.failedPolls;
			rounds++;
			if (measured && samples.length % 10 === 0) {
				const { heap, resident } = samples[samples.length - 1];
				onProgress?.(
					`${rounds} rounds, ${requests} requests, heap ${megabytes(heap)} MB, resident ${megabytes(resident)} MB`,
				);
			}
		};

		// The activation, with nothing that happened before
		await play(true);
		while (performance.now() < end || rounds < MIN_ROUNDS) {
			service.advance(PAUSES[Math.floor(random() * PAUSES.length)]);
			history.happen(service.now());
			await play();
			if (rounds % 20 === 0) {
				history.prune(service.now());
				writes.prune();
			}
		}
		// Events that came too late for the last poll, and those that a rescan once an hour finds
		for (let i = 0; i < 5 || (history.missing.length > 0 && i < 20); i++) {
			service.advance(i % 5 === 4 ? 61 * MINUTE : MINUTE);
			await play(true);
		}
		setWeather('calm', service, random);
		await service.close();
		const left = await child.ask<Record<string, number>>({ end: true });

		const measured = warm(samples);
		const findings = [
			...judgeMemory(samples),
			...Object.entries(left).map(([kind, count]) => `left open: ${count} ${kind}`),
			...violations,
			...history.findings,
			...writes.findings,
			...lists.findings,
		];
		return {
			findings,
			figures: {
				seed,
				minutes,
				rounds,
				simulatedHours: Math.round((service.now() - settings.now) / 3_600_000),
				requests,
				faults,
				events: history.events,
				failedPolls,
				written: writes.written,
				lists: lists.complete,
				samples: measured.length,
				heap: measured.map(({ heap }) => megabytes(heap)),
				heapGrowth: megabytes(growthOf(measured)),
				resident: measured.map(({ resident }) => megabytes(resident)),
				sockets: Math.max(...measured.map(({ resources }) => resources.TCPSocketWrap ?? 0)),
				timers: Math.max(...measured.map(({ resources }) => resources.Timeout ?? 0)),
			},
		};
	} finally {
		child.process.disconnect();
	}
}

/** UIDs of the records from before the start, read without the nodes. */
async function listed(service: Service): Promise<string[]> {
	const { rows } = await createClient(service).scan<{ record_uid: string }>(
		'/record/timeline/query',
		{ end_at: service.now() - 1, limit: 150 },
	);
	return rows.map(({ record_uid }) => record_uid);
}

/** Lists that succeeded, compared with what the service has. */
class Lists {
	complete = 0;
	readonly findings: string[] = [];

	constructor(private readonly uids: string[]) {}

	judge({ list, fileRows }: Done): void {
		for (const rows of [list?.length, fileRows]) if (rows !== undefined) this.complete++;
		if (list && list.join() !== this.uids.join()) {
			this.findings.push(`list: ${list.length} of ${this.uids.length} rows, or in another order`);
		}
		if (fileRows !== undefined && fileRows !== this.uids.length) {
			this.findings.push(`list as a file: ${fileRows} of ${this.uids.length} rows`);
		}
	}
}

/** Writes of unique texts, whose reported outcomes are compared with what the service has. */
class Writes {
	readonly findings: string[] = [];
	written = 0;
	private readonly judged = new Set<string>();
	/** Records from before the start, which are updated */
	private readonly own;

	constructor(
		private readonly service: Service,
		private readonly random: () => number,
	) {
		const { records, profile } = service.account('a');
		this.own = [...records.values()].filter(
			({ state, locked, creator_user_ref }) =>
				state === 'available' && !locked && creator_user_ref === profile.user_ref,
		);
		for (const uid of records.keys()) this.judged.add(uid);
	}

	creates(round: number): Round['creates'] {
		return Array.from({ length: CREATES }, (_, i) => ({ name: `create ${round} ${i}` }));
	}

	updates(round: number): Round['updates'] {
		const first = Math.floor(this.random() * (this.own.length - UPDATES));
		return this.own
			.slice(first, first + UPDATES)
			.map(({ record_uid }, i) => ({ name: `update ${round} ${i}`, uid: record_uid }));
	}

	/** Compares a round's reports with the records, and returns the new ones. */
	judge({ creates, updates }: Done): string[] {
		const created = [...this.service.account('a').records.values()].filter(
			({ record_uid }) => !this.judged.has(record_uid),
		);
		const times = (name: string) =>
			created.filter(({ text_content }) => text_content === name).length;
		const renamed = (name: string) => (this.own.some(({ title }) => title === name) ? 1 : 0);
		this.compare(creates, times);
		this.compare(updates, renamed);
		created.forEach(({ record_uid }) => this.judged.add(record_uid));
		return created.map(({ record_uid }) => record_uid);
	}

	private compare({ succeeded, unknown, failed }: Report, times: (name: string) => number): void {
		const check = (names: string[], right: (times: number) => boolean, outcome: string) => {
			for (const name of names) {
				if (!right(times(name))) {
					this.findings.push(`${name} was written ${times(name)} times, reported as ${outcome}`);
				}
			}
		};
		check(succeeded, (count) => count === 1, 'written');
		check(unknown, (count) => count <= 1, 'not known');
		check(failed, (count) => count === 0, 'not written');
		this.written += succeeded.length;
	}

	/** Deletes records that no poll reads any more. */
	prune(): void {
		const { records } = this.service.account('a');
		const kept = new Set(this.own.map(({ record_uid }) => record_uid));
		for (const [uid, { text_content, send_at }] of records) {
			const created = text_content.startsWith('create ') && !kept.has(uid);
			if (created && send_at < this.service.now() - 24 * 60 * MINUTE) records.delete(uid);
		}
	}
}
