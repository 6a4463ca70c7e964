import { startService } from '..';
import { createClient } from './client';
import { useFakeService } from '../fakeService';
import type { StoredCall, StoredCallSpeaker, StoredCallUtterance } from '../../areas/Calls/data';
import { readPages } from '../pages';

const now = Date.UTC(2026, 5, 1);
const day = 86_400_000;
const { service, a } = useFakeService({ now });

/** A call in an answer. */
interface Shown {
	call_uid: string;
	started_at: string;
	duration_ms: number;
	participants: Array<{ user_ref: string; is_self: boolean }>;
	participants_truncated: boolean;
	summary_state: string;
	summary?: object | null;
}

const path = '/calls/query';
const rows = () => service.account('a').calls;
const readable = () => [...rows().values()].filter(({ unreadable }) => !unreadable);
const uids = (list: Array<{ call_uid: string }>) => list.map((row) => row.call_uid);
const query = async (body: object = {}) => (await a.scan<Shown>(path, { limit: 20, ...body })).rows;
const found = async (body: object = {}) => uids(await query(body)).sort();
const get = async ({ call_uid }: StoredCall): Promise<Shown> =>
	(await a.data('/calls/batch-get', { call_uids: [call_uid] })).items[0].call;

/** Adds a call without participants that was created a day ago. */
function sample(facts: Partial<StoredCall> = {}): StoredCall {
	const call: StoredCall = {
		call_uid: `call_${rows().size}`,
		created_at: now - day,
		started_at: now - day,
		connected_at: now - day + 1000,
		ended_at: now - day + 61_000,
		direction: 'incoming',
		connection_state: 'connected',
		media_type: 'audio',
		result: 'normal_end',
		participants: [],
		transcript_state: 'unavailable',
		summary_state: 'unavailable',
		speakers: [],
		utterances: [],
		...facts,
	};
	rows().set(call.call_uid, call);
	return call;
}

describe('the calls of an account', () => {
	it('cover every result, direction, medium and state, over three years', () => {
		const values = (kind: (row: StoredCall) => unknown) =>
			new Set(readable().map((row) => kind(row)));
		expect(values((row) => row.result).size).toBe(7);
		expect(values((row) => row.direction).size).toBe(2);
		expect(values((row) => row.connection_state).size).toBe(2);
		expect(values((row) => row.media_type).size).toBe(2);
		expect(values((row) => row.transcript_state).size).toBe(4);
		expect(values((row) => row.summary_state).size).toBe(4);
		expect(values((row) => row.summary?.source)).toEqual(
			new Set(['template', 'legacy', undefined]),
		);
		expect(values((row) => Math.floor((now - row.created_at) / (365 * day)))).toEqual(
			new Set([0, 1, 2]),
		);
		for (const row of readable()) {
			expect(row.connection_state === 'connected' || row.result !== 'normal_end').toBe(true);
			expect(Math.max(row.created_at, row.started_at, row.ended_at ?? 0)).toBeLessThan(now);
		}
	});

	it('have start times that differ from their times of creation, also in order', async () => {
		const list = await query();
		const starts = list.map(({ started_at }) => Date.parse(started_at));
		expect(starts).not.toEqual([...starts].sort((x, y) => y - x));
		const late = readable().filter((row) => row.started_at < row.created_at - day);
		expect(late.length).toBeGreaterThan(3);
		expect(list[0]).not.toHaveProperty('created_at');
	});

	it('can be without other people, and can be empty', async () => {
		const alone = await startService({ now, size: { people: 0, calls: 30 } });
		expect((await createClient(alone).scan(path)).rows.length).toBeGreaterThan(0);
		await alone.close();
		const empty = await startService({ now, size: { calls: 0 } });
		expect((await createClient(empty).scan(path)).rows).toEqual([]);
		await empty.close();
	});

	it('are the same for the same seed', async () => {
		const same = await startService({ now });
		expect([...same.account('a').calls.values()]).toEqual([...rows().values()]);
		await same.close();
	});
});

describe('querying calls', () => {
	const whole = { start_at: now - 366 * day };

	it('lists the latest created first, ties by descending UID', async () => {
		const expected = readable()
			.filter(({ created_at }) => created_at >= whole.start_at)
			.sort((x, y) => y.created_at - x.created_at || (x.call_uid < y.call_uid ? 1 : -1));
		expect(uids(await query(whole))).toEqual(uids(expected));
		expect(uids(await query({ ...whole, limit: 3 }))).toEqual(uids(expected));
		const times = expected.map(({ created_at }) => created_at);
		expect(new Set(times).size).toBeLessThan(times.length);
	});

	it('has pages of 20 by default and of 50 at most', async () => {
		expect((await a.data(path)).items).toHaveLength(20);
		expect((await a.data(path, { ...whole, limit: 50 })).items).toHaveLength(50);
		expect(await a.refusal(path, { limit: 51 })).toMatch(/^limit/);
	});

	it('filters by the time of creation, both bounds inclusive', async () => {
		rows().clear();
		const { call_uid } = sample({ created_at: 5000, started_at: 0 });
		expect(await found({ start_at: 5000, end_at: 5000 })).toEqual([call_uid]);
		expect(await found({ start_at: 4000, end_at: 4999 })).toEqual([]);
		expect(await found({ start_at: 5001, end_at: 6000 })).toEqual([]);
		expect(await found({ start_at: 0, end_at: 1 })).toEqual([]);
	});

	it('covers the 30 days before the end if no start is given', async () => {
		rows().clear();
		sample({ call_uid: 'in', created_at: now - 30 * day });
		sample({ call_uid: 'out', created_at: now - 30 * day - 1 });
		sample({ call_uid: 'now', created_at: now });
		expect(await found()).toEqual(['in', 'now']);
		expect(await found({ end_at: now - 1 })).toEqual(['in', 'out']);
		expect(await found({ end_at: now - day })).toEqual(['in', 'out']);
		service.advance(1);
		expect(await found()).toEqual(['now']);
	});

	it('treats an end in the future as now', async () => {
		rows().clear();
		sample({ call_uid: 'in', created_at: now - 30 * day });
		sample({ call_uid: 'future', created_at: now + 1 });
		expect(await found({ end_at: now + 365 * day })).toEqual(['in']);
		expect(await found({ start_at: now - 366 * day, end_at: now + day })).toEqual(['in']);
		expect(await found({ start_at: now + 1, end_at: now + 2 })).toEqual([]);
	});

	it('accepts windows of up to 366 days', async () => {
		const end_at = now - 400 * day;
		expect((await query({ start_at: end_at - 366 * day, end_at })).length).toBeGreaterThan(10);
		const refused = /^start_at to end_at is longer than 366 days/;
		expect(await a.refusal(path, { start_at: end_at - 366 * day - 1, end_at })).toMatch(refused);
		expect(await a.refusal(path, { start_at: whole.start_at - 1 })).toMatch(refused);
		const body = { start_at: whole.start_at - 1, end_at: now + day };
		expect(await a.refusal(path, body)).toMatch(refused);
		expect(await found({ start_at: now, end_at: now - day })).toEqual([]);
	});

	it.each([
		['directions', 'direction', ['incoming']],
		['connection_states', 'connection_state', ['not_connected']],
		['media_types', 'media_type', ['video']],
		['results', 'result', ['busy', 'offline', 'rejected']],
	] as const)('can be of %s', async (filter, field, values) => {
		const expected = readable().filter(
			(row) =>
				row.created_at >= whole.start_at && (values as readonly string[]).includes(row[field]),
		);
		expect(expected.length).toBeGreaterThan(3);
		expect(await found({ ...whole, [filter]: values })).toEqual(uids(expected).sort());
		expect(await found({ ...whole, [filter]: [] })).toEqual([]);
	});

	it('refuses unknown as a filter for results, and lists such calls without the filter', async () => {
		expect(await a.refusal(path, { results: ['unknown'] })).toMatch(/^results\[0\]/);
		expect(JSON.stringify(await query(whole))).toContain('"result":"unknown"');
	});

	it('filters by any of several conversations and people, and combines all filters', async () => {
		const last = readable().filter(({ created_at }) => created_at >= whole.start_at);
		const [one, two] = [...service.account('a').people.keys()].slice(1, 3);
		const has = (row: StoredCall, ref: string) =>
			row.participants.some(({ user_ref, invisible }) => user_ref === ref && !invisible);
		const either = last.filter((row) => has(row, one) || has(row, two));
		const participant_user_refs = [one, two, 'nobody'];
		expect(await found({ ...whole, participant_user_refs })).toEqual(uids(either).sort());
		const { chat_session_uid } = either.find((row) => row.chat_session_uid)!;
		const both = either.filter((row) => row.chat_session_uid === chat_session_uid);
		const chat_session_uids = [chat_session_uid, 'none'];
		const body = { ...whole, participant_user_refs, chat_session_uids };
		expect(await found(body)).toEqual(uids(both).sort());
		expect(both.length).toBeLessThan(either.length);
		expect(await found({ ...body, media_types: ['audio', 'video'] })).toHaveLength(both.length);
		expect(await found({ chat_session_uids: [] })).toEqual([]);
		expect(await found({ participant_user_refs: [] })).toEqual([]);
		const many = Array.from({ length: 21 }, (_, i) => `x${i}`);
		for (const field of ['chat_session_uids', 'participant_user_refs']) {
			expect(await a.refusal(path, { [field]: many })).toMatch(new RegExp(`^${field}`));
		}
	});

	it('filters by participants that the answer truncates, but not by those that it hides', async () => {
		rows().clear();
		const person = (user_ref: string) => ({
			user_ref,
			display_name: 'X',
			role: 'callee' as const,
			connected: false,
			is_self: false,
		});
		const many = Array.from({ length: 60 }, (_, i) => person(`usr_${i + 100}`));
		sample({ call_uid: 'big', participants: many });
		sample({ call_uid: 'secret', participants: [{ ...person('usr_x'), invisible: true }] });
		expect(await found({ participant_user_refs: ['usr_159'] })).toEqual(['big']);
		expect(await found({ participant_user_refs: ['usr_x'] })).toEqual([]);
	});

	it('returns the same rows on irregular pages', async () => {
		const plain = await query(whole);
		service.paging = 'irregular';
		const irregular = await a.scan(path, { ...whole, limit: 20 });
		expect(irregular.rows).toEqual(plain);
		expect(irregular.pages[0]).toBe(0);
	});
});

describe('a call', () => {
	it('has at most 50 participants, and a flag if there are more', async () => {
		const [, everybody, fifty] = readable();
		expect([everybody.participants.length, fifty.participants.length]).toEqual([61, 50]);
		const big = await get(everybody);
		expect(big.participants).toHaveLength(50);
		expect(big.participants_truncated).toBe(true);
		const full = await get(fifty);
		expect(full.participants).toHaveLength(50);
		expect(full.participants_truncated).toBe(false);
		expect(full.participants.filter(({ is_self }) => is_self)).toHaveLength(1);
	});

	it('can hide participants even if there are few', async () => {
		const row = readable().find((call) => call.participants.some(({ invisible }) => invisible))!;
		const shown = await get(row);
		expect(shown.participants).toHaveLength(row.participants.length - 1);
		expect(shown.participants_truncated).toBe(true);
		for (const participant of shown.participants) {
			expect(participant).not.toHaveProperty('invisible');
		}
	});

	it('is incoming for callees and outgoing for callers', () => {
		for (const { direction, participants } of readable()) {
			const self = participants.find(({ is_self }) => is_self)!;
			expect(self.role).toBe(direction === 'incoming' ? 'callee' : 'caller');
			expect(participants.filter(({ role }) => role === 'caller')).toHaveLength(1);
		}
	});

	it('has a duration from connection or else from start, and none without a valid end', async () => {
		const duration = async (facts: Partial<StoredCall>) =>
			(await get(sample({ started_at: 1000, connected_at: 3000, ended_at: 9000, ...facts })))
				.duration_ms;
		expect(await duration({})).toBe(6000);
		expect(await duration({ connected_at: undefined })).toBe(8000);
		expect(await duration({ ended_at: undefined })).toBe(0);
		expect(await duration({ ended_at: 3000 })).toBe(0);
		expect(await duration({ ended_at: 2000 })).toBe(0);
		const durations = (await query()).map((call) => call.duration_ms);
		expect(durations).toContain(0);
		expect(Math.min(...durations)).toBe(0);
	});

	it('has a start time in RFC 3339 with any number of fractional digits', async () => {
		const start = async (started_at: number) => (await get(sample({ started_at }))).started_at;
		expect(await start(Date.UTC(2026, 0, 2, 3, 4, 10))).toBe('2026-01-02T03:04:10Z');
		expect(await start(Date.UTC(2026, 0, 2, 3, 4, 5, 120))).toBe('2026-01-02T03:04:05.12Z');
		for (const call of await query()) {
			expect(Date.parse(call.started_at)).toBe(rows().get(call.call_uid)!.started_at);
		}
	});

	it('has a summary exactly if it is ready; otherwise null or no field', async () => {
		const list = await query();
		for (const { summary_state, summary } of list) {
			expect(Boolean(summary)).toBe(summary_state === 'ready');
		}
		const without = list.filter(({ summary_state }) => summary_state !== 'ready');
		expect(new Set(without.map(({ summary }) => summary))).toEqual(new Set([null, undefined]));
		expect(list.find(({ summary }) => summary)!.summary).toEqual({
			text: expect.any(String),
			source: expect.any(String),
			truncated: expect.any(Boolean),
		});
	});

	it('is read by UID in input order, or reported as not found', async () => {
		const unreadable = [...rows().values()].find((row) => row.unreadable)!;
		const [first, second] = readable();
		const foreign = [...service.account('b').calls.keys()][0];
		const call_uids = [second.call_uid, unreadable.call_uid, 'none', foreign, first.call_uid];
		const { items } = await a.data('/calls/batch-get', { call_uids });
		expect(uids(items)).toEqual(call_uids);
		const shown = await query();
		const of = (uid: string) => shown.find(({ call_uid }) => call_uid === uid);
		expect(items).toEqual([
			{ call_uid: second.call_uid, found: true, call: of(second.call_uid) },
			...call_uids.slice(1, 4).map((call_uid) => ({ call_uid, found: false, call: null })),
			{ call_uid: first.call_uid, found: true, call: of(first.call_uid) },
		]);
		expect(uids(shown)).not.toContain(unreadable.call_uid);
		const refusal = (list: string[]) => a.refusal('/calls/batch-get', { call_uids: list });
		expect(await refusal([])).toMatch(/^call_uids/);
		expect(await refusal(Array.from({ length: 21 }, () => 'x'))).toMatch(/^call_uids/);
	});
});

describe('the transcript of a call', () => {
	const transcript = '/calls/transcript/query';
	interface Page {
		found: boolean;
		transcript_state?: string;
		speakers: StoredCallSpeaker[];
		utterances: Array<Omit<StoredCallUtterance, 'speaker'> & { speaker_index: number }>;
	}
	const pagesOf = ({ call_uid }: StoredCall, body: object = {}) =>
		readPages<Page>(a, transcript, { call_uid, ...body });
	const long = () => readable().find(({ utterances }) => utterances.length === 1200)!;

	it('is sorted by time, with pages of 100 sentences by default and 500 at most', async () => {
		const pages = await pagesOf(long());
		expect(pages.map(({ utterances }) => utterances.length)).toEqual(Array(12).fill(100));
		const starts = pages.flatMap(({ utterances }) => utterances.map(({ start_ms }) => start_ms));
		expect(starts).toEqual([...starts].sort((x, y) => x - y));
		expect(new Set(starts).size).toBeLessThan(starts.length);
		const { call_uid } = long();
		expect((await a.data(transcript, { call_uid, limit: 500 })).utterances).toHaveLength(500);
		expect(await a.refusal(transcript, { call_uid, limit: 501 })).toMatch(/^limit/);
		expect(pages[0]).toMatchObject({ call_uid, found: true, transcript_state: 'ready' });
	});

	it('has speaker indexes that are valid for one page only', async () => {
		const call = long();
		const pages = await pagesOf(call);
		const kinds = new Set(pages.flatMap(({ speakers }) => speakers.map((who) => who.resolution)));
		expect([...kinds].sort()).toEqual(['participant', 'participant_side', 'unknown']);
		const said = [...call.utterances];
		const firsts = pages.map(({ speakers, utterances }) => {
			let first: number | undefined;
			// Both sides have the same name.
			expect(new Set(speakers.map((who) => JSON.stringify(who))).size).toBe(speakers.length - 1);
			for (const { speaker_index, ...utterance } of utterances) {
				const { speaker, ...row } = said.shift()!;
				expect([utterance, speakers[speaker_index]]).toEqual([row, call.speakers[speaker]]);
				if (speaker_index === 0) first = speaker;
			}
			for (const { resolution, user_ref } of speakers) {
				expect(user_ref !== undefined).toBe(resolution === 'participant');
			}
			return first;
		});
		firsts.slice(1).forEach((first, i) => expect(first).not.toBe(firsts[i]));
	});

	it('has truncated sentences whose rest is on no other page', async () => {
		const pages = await pagesOf(long(), { limit: 500 });
		const cut = pages.flatMap(({ utterances }) => utterances.filter((row) => row.truncated));
		expect(cut).toHaveLength(150);
	});

	it('has text only if it is ready', async () => {
		for (const transcript_state of ['processing', 'failed', 'unavailable'] as const) {
			const call = readable().find((row) => row.transcript_state === transcript_state)!;
			expect(await pagesOf(call)).toEqual([
				{
					call_uid: call.call_uid,
					found: true,
					transcript_state,
					speakers: [],
					utterances: [],
					has_more: false,
				},
			]);
		}
	});

	it('is not found if the call cannot be read', async () => {
		const unreadable = [...rows().values()].find((row) => row.unreadable)!;
		service.paging = 'irregular';
		for (const call_uid of [unreadable.call_uid, 'none']) {
			const nothing = { found: false, speakers: [], utterances: [], has_more: false };
			expect(await a.data(transcript, { call_uid })).toEqual({ call_uid, ...nothing });
		}
	});

	it('is the same on irregular pages', async () => {
		const texts = async () =>
			(await pagesOf(long(), { limit: 200 })).flatMap(({ speakers, utterances }) =>
				utterances.map(({ speaker_index, ...row }) => ({ ...row, who: speakers[speaker_index] })),
			);
		const plain = await texts();
		service.paging = 'irregular';
		expect(await texts()).toEqual(plain);
	});
});
