import { NodeHelpers, type IDataObject, type INodeParameters } from 'n8n-workflow';
import { uid } from '../../dev/contract/choices';
import { SvcCalls } from '../../nodes/Calls/SvcCalls.node';
import { iso } from '../support/times';
import { jsonOf, linksOf, nodeOf, useService } from '../support/useService';
import { omit } from '../../nodes/shared/objects';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const fixture = useService();

const account = () => fixture.service.account('a');
const node = nodeOf('svcCalls');
const readable = () => [...account().calls.values()].filter(({ unreadable }) => !unreadable);
const newestFirst = () =>
	readable().sort((a, b) => b.created_at - a.created_at || (a.call_uid < b.call_uid ? 1 : -1));
const uidsOf = (items: Parameters<typeof jsonOf>[0]) => jsonOf(items).map((row) => row.call_uid);

describe('Call > Get Many', () => {
	it.each(['plain', 'irregular'] as const)(
		'finds the calls of three years once each, newest first, over %s pages',
		async (paging) => {
			fixture.service.paging = paging;
			const { items } = await fixture.run(
				node('call', 'getAll', {
					returnAll: true,
					period: 'custom',
					after: Date.now() - 4 * 366 * DAY,
				}),
			);
			expect(readable().length).toBeGreaterThan(300);
			expect(uidsOf(items)).toEqual(newestFirst().map(({ call_uid }) => call_uid));
		},
	);

	it('stops at Limit across windows', async () => {
		const old = newestFirst().slice(-20)[0].created_at;
		const { items } = await fixture.run(
			node('call', 'getAll', { limit: 300, period: 'custom', after: old }),
		);
		expect(uidsOf(items)).toEqual(
			newestFirst()
				.slice(0, 300)
				.map(({ call_uid }) => call_uid),
		);
	});

	it('includes the moment of After and excludes the moment of Before', async () => {
		const [newer, older] = [newestFirst()[3].created_at, newestFirst()[9].created_at];
		const { items } = await fixture.run(
			node('call', 'getAll', { returnAll: true, period: 'custom', after: older, before: newer }),
		);
		const expected = newestFirst().filter(
			({ created_at }) => created_at >= older && created_at < newer,
		);
		expect(uidsOf(items)).toEqual(expected.map(({ call_uid }) => call_uid));
		expect(expected.length).toBeGreaterThanOrEqual(6);
	});

	/** The calls of today and the 29 days before it, in UTC. */
	const recent = () => {
		const start = Math.floor(Date.now() / DAY) * DAY - 29 * DAY;
		return newestFirst()
			.filter(({ created_at }) => created_at >= start)
			.map(({ call_uid }) => call_uid);
	};

	it.each([
		['Limit', { limit: 500 }],
		['Return All', { returnAll: true }],
	])('reads the last 30 days, whole days with today, with %s', async (_which, parameters) => {
		const { items, hints } = await fixture.run({
			...node('call', 'getAll', parameters),
			timezone: 'UTC',
		});
		expect(fixture.bodies[0]).toMatchObject({
			start_at: Math.floor(Date.now() / DAY) * DAY - 29 * DAY,
			end_at: Math.floor(Date.now() / DAY) * DAY + DAY - 1,
		});
		expect(uidsOf(items)).toEqual(recent());
		expect(recent().length).toBeLessThan(readable().length);
		expect(hints).toEqual([]);
	});

	it.each([true, false])(
		'reads all calls with Period = Any Time (Return All: %s)',
		async (returnAll) => {
			const { items } = await fixture.run(
				node('call', 'getAll', { returnAll, limit: 1000, period: 'anyTime' }),
			);
			expect(uidsOf(items)).toEqual(newestFirst().map(({ call_uid }) => call_uid));
		},
	);

	describe('without a start', () => {
		const YEAR = 366 * DAY;
		const all = node('call', 'getAll', { returnAll: true, period: 'anyTime' });
		const spans = () =>
			fixture.requests
				.filter(({ operation, body }) => operation === 'queryCalls' && !body?.page_cursor)
				.map(({ body }) => ({ from: Number(body?.start_at), to: Number(body?.end_at) }));

		/** Replaces all calls by calls with these times of creation. */
		function calls(times: number[]): string[] {
			const [like] = readable();
			account().calls.clear();
			return times.map((created_at, i) => {
				account().calls.set(`call_${i}`, { ...like, call_uid: `call_${i}`, created_at });
				return `call_${i}`;
			});
		}

		it.each(['plain', 'irregular'] as const)(
			'reads back to the creation of the account, over years without calls (%s pages)',
			async (paging) => {
				fixture.service.paging = paging;
				const created = Date.now() - 6 * YEAR - 5 * DAY;
				account().profile.created_at = created;
				const uids = calls([Date.now() - DAY, Date.now() - 2 * YEAR, created + 1, created]);
				const { items, error, hints } = await fixture.run(all);
				expect(error).toBeUndefined();
				expect(uidsOf(items)).toEqual(uids);
				// Windows of at most 366 days, latest first, without gaps
				expect(spans()).toHaveLength(7);
				expect(spans().at(-1)!.from).toBe(created);
				for (const [i, { from, to }] of spans().entries()) {
					expect(to - from).toBeLessThanOrEqual(YEAR);
					if (i > 0) expect(to).toBe(spans()[i - 1].from - 1);
				}
				expect(hints.join()).not.toContain('30 days');
			},
		);

		it('returns no item, and no error, for an account without calls', async () => {
			account().profile.created_at = Date.now() - 3 * YEAR;
			calls([]);
			const { items, error } = await fixture.run(all);
			expect(items).toEqual([]);
			expect(error).toBeUndefined();
			expect(spans().length).toBeGreaterThanOrEqual(3);
		});

		it('ends at Before, and reads the creation time of the account once for a run', async () => {
			const created = Date.now() - 2 * YEAR;
			account().profile.created_at = created;
			const end = Date.now() - 10 * DAY;
			calls([end, end - 1, created]);
			const { items } = await fixture.run({
				...node('call', 'getAll', {
					returnAll: true,
					period: 'custom',
					before: '={{ $json.end }}',
				}),
				items: [{ end }, { end: created + 1 }, { end: iso(end) }],
			});
			expect(uidsOf(items)).toEqual(['call_1', 'call_2', 'call_2', 'call_1', 'call_2']);
			expect(linksOf(items)).toEqual([0, 0, 1, 2, 2]);
			const profiles = fixture.requests.filter(
				({ operation }) => operation === 'getCurrentUserProfile',
			);
			expect(profiles).toHaveLength(1);
		});

		it('returns no item, without a query, if Before precedes the creation of the account', async () => {
			const { items, error } = await fixture.run(
				node('call', 'getAll', { returnAll: true, period: 'custom', before: '2001-01-01' }),
			);
			expect(error).toBeUndefined();
			expect(items).toEqual([]);
			expect(spans()).toEqual([]);
		});

		it('starts at After if it is given', async () => {
			account().profile.created_at = Date.now() - 3 * YEAR;
			const start = Date.now() - DAY;
			const uids = calls([start, start - 1]);
			const { items } = await fixture.run(
				node('call', 'getAll', { returnAll: true, period: 'custom', after: iso(start) }),
			);
			expect(uidsOf(items)).toEqual(uids.slice(0, 1));
			expect(fixture.requests.map(({ operation }) => operation)).toEqual(['queryCalls']);
		});

		it('fails each item with an explanation if the account cannot be read', async () => {
			fixture.service.faults.add({
				operation: 'getCurrentUserProfile',
				status: 400,
				body: '{"message":"no","request_id":"r1"}',
			});
			const { errors } = await fixture.run({
				...all,
				items: [{}, {}],
				settings: { onError: 'continueErrorOutput' },
			});
			expect(jsonOf(errors).map(({ error }) => error)).toEqual([
				'The service refused the request: no [item 1 of 2]',
				'The service refused the request: no [item 2 of 2]',
			]);
		});
	});

	it('stays within the longest span even if the service answers late', async () => {
		fixture.service.faults.add({ status: 429, retryAfter: 1 });
		const realNow = Date.now;
		const after = realNow() - 366 * DAY + HOUR;
		Date.now = () => realNow() + (fixture.requests.length > 0 ? 2 * HOUR : 0);
		const { error } = await fixture
			.run(node('call', 'getAll', { limit: 1, period: 'custom', after }))
			.finally(() => (Date.now = realNow));
		expect(error).toBeUndefined();
		expect(fixture.bodies.map(({ start_at }) => start_at)).toEqual([after, after]);
	});

	it('adds transcripts as utterances with their speakers, if requested', async () => {
		const { items } = await fixture.run(
			node('call', 'getAll', {
				limit: 30,
				period: 'custom',
				after: Date.now() - 300 * DAY,
				options: { includeTranscript: 'utterances' },
			}),
		);
		let seen = 0;
		for (const { call_uid, transcript, transcript_state } of jsonOf(items)) {
			const row = account().calls.get(String(call_uid))!;
			if (transcript_state !== 'ready') {
				expect(transcript).toBeNull();
				continue;
			}
			seen++;
			expect((transcript as IDataObject[]).map(({ text }) => text)).toEqual(
				row.utterances.map(({ text }) => text),
			);
		}
		expect(seen).toBeGreaterThan(0);
	});

	it('refuses an expression with an unknown form of transcript', async () => {
		const { error } = await fixture.run(
			node('call', 'getAll', { options: { includeTranscript: '={{ "all" }}' } }),
		);
		expect(error?.message).toBe(
			`'Include Transcript' must be one of markdown (As Markdown), talkTime (As Talk Time), text (As Text), utterances (As Utterances), no, not "all"`,
		);
		expect(fixture.requests).toEqual([]);
	});
});

it('reads 45 calls by UID in 3 requests, and returns each to its item', async () => {
	const uids = readable()
		.slice(0, 45)
		.map(({ call_uid }) => call_uid);
	const { items } = await fixture.run({
		...node('call', 'get', { call: uid('={{ $json.uid }}') }),
		items: uids.map((value) => ({ uid: value })),
	});
	expect(fixture.requests).toHaveLength(3);
	expect(uidsOf(items)).toEqual(uids);
	expect(linksOf(items)).toEqual(uids.map((_uid, i) => i));
});

describe('Call transcript', () => {
	it.each(['plain', 'irregular'] as const)(
		'names the right speaker on every page (%s pages)',
		async (paging) => {
			fixture.service.paging = paging;
			const call = readable()
				.filter(({ transcript_state }) => transcript_state === 'ready')
				.sort((a, b) => b.utterances.length - a.utterances.length)[0];
			const { items } = await fixture.run(
				node('transcript', 'get', { call: uid(call.call_uid), output: 'utterances' }),
			);
			expect(jsonOf(items)).toMatchObject(
				call.utterances.map(({ text, speaker, truncated, start_ms, end_ms }) => ({
					text,
					speaker_name: call.speakers[speaker].display_name,
					speaker_user_ref: call.speakers[speaker].user_ref ?? null,
					speaker_resolution: call.speakers[speaker].resolution,
					truncated,
					start: new Date(start_ms).toISOString().slice(11, 19),
					duration_ms: end_ms - start_ms,
				})),
			);
		},
	);

	it('has the talk time of each speaker, also in a list of calls', async () => {
		const call = readable()
			.filter(({ transcript_state }) => transcript_state === 'ready')
			.sort((a, b) => b.utterances.length - a.utterances.length)[0];
		const { items } = await fixture.run(
			node('transcript', 'get', { call: uid(call.call_uid), output: 'talkTime' }),
		);
		const rows = jsonOf(items);
		const names = new Set(
			call.utterances.map(({ speaker }) => call.speakers[speaker].display_name || '(unknown)'),
		);
		expect(new Set(rows.map(({ speaker_name }) => speaker_name))).toEqual(names);
		expect(rows[0]).toEqual({
			speaker_name: expect.any(String) as string,
			seconds: expect.any(Number) as number,
			share: expect.any(Number) as number,
			utterances: expect.any(Number) as number,
			call_uid: call.call_uid,
			transcript_state: 'ready',
			speaker_resolution: expect.any(String) as string,
			speaker_user_ref: rows[0].speaker_user_ref,
		});
		const sum = (field: string) => rows.reduce((all, row) => all + Number(row[field]), 0);
		expect(sum('share')).toBeCloseTo(1, 10);
		expect(sum('utterances')).toBe(call.utterances.length);
		const list = await fixture.run(
			node('call', 'getAll', { returnAll: true, options: { includeTranscript: 'talkTime' } }),
		);
		const { transcript } = jsonOf(list.items).find(({ call_uid }) => call_uid === call.call_uid)!;
		expect(transcript).toEqual(rows.map((row) => omit(row, 'call_uid', 'transcript_state')));
	});

	it('has the talk time of each speaker in all calls of a list together', async () => {
		const lists = await fixture.run(
			node('call', 'getAll', {
				period: 'anyTime',
				returnAll: true,
				options: { includeTranscript: 'talkTime' },
			}),
		);
		const spoken = jsonOf(lists.items).flatMap(
			({ transcript }) => (transcript ?? []) as IDataObject[],
		);
		const { items } = await fixture.run(
			node('call', 'getAll', { period: 'anyTime', outputAs: 'talkTime' }),
		);
		const rows = jsonOf(items);
		const sum = (list: object[], field: string) =>
			list.reduce((all, row) => all + Number((row as IDataObject)[field]), 0);
		expect(sum(rows, 'share')).toBeCloseTo(1, 10);
		expect(sum(rows, 'seconds')).toBeCloseTo(sum(spoken, 'seconds'), 6);
		expect(sum(rows, 'utterances')).toBe(sum(spoken, 'utterances'));
		expect(sum(rows, 'transcripts')).toBe(spoken.length);
		const [first] = rows;
		expect(Object.keys(first).slice(0, 5)).toEqual([
			'speaker_name',
			'seconds',
			'share',
			'utterances',
			'transcripts',
		]);
		const people = rows.filter(({ speaker_user_ref }) => speaker_user_ref);
		expect(new Set(people.map(({ speaker_user_ref }) => speaker_user_ref)).size).toBe(
			people.length,
		);
		for (const row of rows)
			expect(row.call_uid === null).toBe(row.speaker_resolution === 'participant');
	});

	it('marks a truncated sentence in text forms', async () => {
		const call = readable().find(
			({ transcript_state, utterances }) =>
				transcript_state === 'ready' && utterances.some(({ truncated }) => truncated),
		)!;
		const { items } = await fixture.run(
			node('transcript', 'get', { call: uid(call.call_uid), output: 'markdown' }),
		);
		expect(items[0].json).toMatchObject({ truncated: true, transcript_state: 'ready' });
		expect(items[0].binary?.data.fileName).toMatch(/^Call with .* \d{4}-\d\d-\d\d \d\d\.\d\d\.md$/);
		expect(String(items[0].json.text)).toMatch(/^# Call with .*, \d{4}-\d\d-\d\d \d\d:\d\d\n\n/);
	});

	/** A call in which a participant, a side, an unknown speaker and one without a name say one thing each. */
	function withSpeakers(): string {
		const [call] = readable();
		const speakers = [
			{ display_name: 'Ada', resolution: 'participant', user_ref: 'user_ada' },
			{ display_name: 'Ben', resolution: 'participant_side' },
			{ display_name: 'Cy', resolution: 'unknown' },
			{ display_name: '', resolution: 'unknown' },
		] as const;
		Object.assign(call, {
			transcript_state: 'ready',
			speakers,
			utterances: speakers.map((_speaker, speaker) => ({
				start_ms: speaker * 1000,
				end_ms: speaker === 3 ? 0 : speaker * 1000 + 500,
				speaker,
				text: 'Hello',
				truncated: false,
			})),
		});
		return call.call_uid;
	}
	const NAMES = ['Ada', 'Ben (side)', 'Cy (unknown)', '(unknown)'];

	it.each([
		['text', NAMES.map((name) => `${name}: Hello`)],
		['markdown', NAMES.map((name, i) => `**${name}, 00:00:0${i}**`)],
		['srt', NAMES.map((name) => `${name}: Hello`)],
		['vtt', NAMES.map((name) => `<v ${name}>Hello`)],
	])('marks speakers who are no certain person, as %s', async (output, lines) => {
		const options = { speakerNames: true };
		const { items } = await fixture.run(
			node('transcript', 'get', { call: uid(withSpeakers()), output, options }),
		);
		expect(String(items[0].json.text).split('\n')).toEqual(expect.arrayContaining(lines));
		expect(items[0].binary === undefined).toBe(output === 'text');
	});

	it('gives each utterance its duration, which is never negative', async () => {
		const call_uid = withSpeakers();
		const { items } = await fixture.run(
			node('transcript', 'get', { call: uid(call_uid), output: 'utterances' }),
		);
		expect(jsonOf(items).map(({ duration_ms }) => duration_ms)).toEqual([500, 500, 500, 0]);
		const list = node('call', 'getAll', {
			period: 'anyTime',
			returnAll: true,
			options: { includeTranscript: 'utterances' },
		});
		const calls = jsonOf((await fixture.run(list)).items) as Array<Record<string, unknown>>;
		const { transcript } = calls.find((row) => row.call_uid === call_uid)!;
		const durations = (transcript as Array<{ duration_ms: number }>).map(
			(each) => each.duration_ms,
		);
		expect(durations).toEqual([500, 500, 500, 0]);
	});
});

it('shows the default of the file field that belongs to the chosen form, when the form changes', () => {
	const { description } = new SvcCalls();
	const shown = (parameters: INodeParameters, withDefaults: boolean) =>
		NodeHelpers.getNodeParameters(
			description.properties,
			parameters,
			withDefaults,
			false,
			{ typeVersion: 1 } as never,
			description,
		)!;
	// As the editor does when a user changes a parameter
	let parameters = shown({ resource: 'transcript', operation: 'get' }, true);
	const fields = ['srt', 'text', 'utterances', 'vtt'].map((output) => {
		parameters = shown({ ...shown(parameters, false), output }, true);
		return parameters.binaryPropertyName;
	});
	expect(fields).toEqual(['data', '', undefined, 'data']);
});
