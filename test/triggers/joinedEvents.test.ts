import { randomUUID } from 'node:crypto';

import { parse } from 'csv-parse/sync';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { HOUR, MINUTE } from '../../nodes/shared/durations';
import { overrideLimits } from '../../dev/limits';
import { EVENTS, withEvent } from '../../dev/areas/events';
import { place } from '../../dev/areas/place';
import { SELF } from '../../dev/areas/things';
import { addCall } from '../../dev/areas/Calls/events';
import { EPOCH, useTrigger } from './useTrigger';

/** Triggers whose events become one text or file a poll. */

const { fixture, activated, trigger } = useTrigger();

/** IDs of so many calls, one each second, which are made two hours after the start of the tests. */
function called(count: number): string[] {
	fixture.service.advance(2 * HOUR);
	const account = fixture.service.account('a');
	return Array.from({ length: count }, (_call, i) => {
		const call_uid = `call_${String(i).padStart(4, '0')}`;
		addCall(account, { call_uid, created_at: EPOCH + 2 * HOUR - (count - i) * 1000 });
		return call_uid;
	});
}

const calls = async (parameters: INodeParameters) =>
	await activated('svcCallsTrigger', 'newCall', parameters);
const eventOf = ({ _event }: IDataObject) => _event as IDataObject;

describe('Output As of a trigger', () => {
	it('puts all new events of a poll into one text, whatever Max Items per Poll says', async () => {
		const poller = await calls({ outputAs: 'text', options: { maxItemsPerPoll: 2 } });
		const ids = called(120);
		const items = await poller.poll();
		expect(items).toEqual([
			{
				text: expect.stringMatching(/^- Thu 15 Jan, 13:58 · incoming/),
				rows: 120,
				has_more: false,
				event_ids: ids,
				_event: {
					id: expect.any(String),
					type: 'newCall',
					happened_at: new Date(EPOCH + 2 * HOUR - 1000).toISOString(),
					found_at: new Date(EPOCH + 2 * HOUR).toISOString(),
				},
			},
		]);
		expect(await poller.poll()).toEqual([]);
	});

	const transcripts = async (includeTranscript: string) => {
		const fields = { outputAs: 'text', textFields: ['result', 'transcript'], includeTranscript };
		const poller = await activated('svcCallsTrigger', 'transcriptReady', fields);
		addCall(fixture.service.account('a'), {
			call_uid: 'call_x',
			created_at: EPOCH,
			transcript_state: 'ready',
			speakers: [{ display_name: 'Ann', resolution: 'unknown' }],
			utterances: [{ start_ms: 0, end_ms: 5000, speaker: 0, text: 'Good\nday', truncated: false }],
		});
		return poller;
	};

	it.each([
		['utterances', '- Ann (unknown): Good day'],
		['talkTime', '- Ann · 5 · 1'],
	])('has the transcripts of events as %s', async (form, line) => {
		const [{ text }] = await (await transcripts(form)).poll();
		expect(text).toBe(line.replace('- ', '- unknown · '));
	});

	it('has the reason in place of a transcript that could not be read', async () => {
		const poller = await transcripts('text');
		fixture.service.faults.add({ operation: 'queryCallTranscript', status: 503, times: 1000 });
		const items: IDataObject[] = [];
		while (items.length === 0) items.push(...(await poller.poll()));
		expect(items[0].text).toBe(
			'- unknown · (The service is not available for now: Injected fault: HTTP 503)',
		);
	});

	it('gives the same ID when n8n repeats a poll, and another one for other events', async () => {
		const poller = await calls({ outputAs: 'text' });
		const { stored } = poller;
		called(3);
		const [first] = await poller.poll();
		poller.stored = stored;
		poller.process = randomUUID();
		const [again] = await poller.poll();
		expect(eventOf(again).id).toBe(eventOf(first).id);
		fixture.service.advance(MINUTE);
		addCall(fixture.service.account('a'), {
			call_uid: 'call_x',
			created_at: fixture.service.now(),
		});
		fixture.service.advance(MINUTE);
		const [other] = await poller.poll();
		expect(other.event_ids).toEqual(['call_x']);
		expect(eventOf(other).id).not.toBe(eventOf(first).id);
	});

	it('says that the next poll continues, which loses and repeats nothing', async () => {
		const restore = overrideLimits({ maxJoinedEvents: 50 });
		try {
			const poller = await calls({ outputAs: 'text' });
			const ids = called(120);
			const polls = [await poller.poll(), await poller.poll(), await poller.poll()].flat();
			expect(polls.map(({ has_more }) => has_more)).toEqual([true, true, false]);
			expect(polls.flatMap(({ event_ids }) => event_ids)).toEqual(ids);
			expect(String(polls[0].text)).toMatch(/\n\n\.\.\. and more$/);
		} finally {
			restore();
		}
	});

	it.each(Object.keys(EVENTS))('says that all was read: %s', async (name) => {
		const [node, event] = name.split(': ');
		const { before, happen } = EVENTS[name];
		const account = fixture.service.account('a');
		account.profile.user_ref = SELF;
		for (const each of before?.(EPOCH, [1]) ?? []) place(account, each);
		const poller = await activated(node, event, { ...withEvent(node, event), outputAs: 'text' });
		place(account, happen(EPOCH + MINUTE, 1)[0]);
		fixture.service.advance(2 * MINUTE);
		expect((await poller.poll()).map(({ has_more }) => has_more)).toEqual([false]);
	});

	it.each(['csv', 'csvPrograms', 'jsonLines'])('puts them into a file: %s', async (outputAs) => {
		const poller = await calls({ outputAs });
		const ids = called(30);
		const { items, error } = await poller.tryPoll();
		if (error) throw error;
		expect(items).toHaveLength(1);
		const [{ json, binary }] = items;
		expect(json).toMatchObject({ rows: 30, file: 1, files: 1, has_more: false, event_ids: ids });
		const extension = outputAs === 'jsonLines' ? 'jsonl' : 'csv';
		expect(json.file_name).toBe(`new-call-2026-01-15.${extension}`);
		const text = Buffer.from(binary!.data.data, 'base64').toString();
		const rows = (
			outputAs === 'jsonLines'
				? text
						.trimEnd()
						.split('\n')
						.map((line) => JSON.parse(line) as unknown)
				: parse(text, { columns: true, bom: true })
		) as IDataObject[];
		expect(rows.map(({ call_uid }) => call_uid)).toEqual(ids);
		expect(rows[0].started_at).toBe(
			outputAs === 'csv' ? '2026-01-15 13:59:30' : '2026-01-15T13:59:30.000Z',
		);
		expect(await poller.poll()).toEqual([]);
	});

	it.each([
		[{}, 'with,from,', ['previous_status']],
		[{ simplify: false }, 'call_uid,', ['with', 'duration']],
		[{ event: 'transcriptReady', includeTranscript: 'text' }, 'with,from,', ['previous_status']],
	])('has the columns of what the user chose: %j', async (chosen, first, without) => {
		const poller = await calls({ outputAs: 'csvPrograms', ...chosen });
		called(1);
		for (const row of fixture.service.account('a').calls.values()) row.transcript_state = 'ready';
		const { items, error } = await poller.tryPoll();
		if (error) throw error;
		const text = Buffer.from(items[0].binary!.data.data, 'base64').toString();
		const [header] = text.split(/\r?\n/);
		expect(header).toMatch(new RegExp(`^${first}`));
		expect(header.split(',').filter((name) => without.includes(name))).toEqual([]);
		expect(header.split(',').includes('transcript')).toBe('includeTranscript' in chosen);
	});

	it('has headings, and no identifiers without event metadata', async () => {
		const poller = await calls({
			outputAs: 'text',
			groupBy: 'day',
			textFields: ['started_at'],
			options: { includeEventMetadata: false, language: 'en' },
		});
		called(1);
		expect(await poller.poll()).toEqual([
			{ text: 'Thu 15 Jan\n- 13:59', rows: 1, has_more: false },
		]);
	});

	it('shows test events as one item too', async () => {
		called(5);
		const { items } = await trigger('svcCallsTrigger', 'newCall', { outputAs: 'text' }).test();
		expect(items.map(({ json }) => json.rows)).toEqual([3]);
	});

	it('goes on with the events where it was when Output As is changed', async () => {
		const poller = await calls({});
		const [id] = called(1);
		poller.parameters = { ...poller.parameters, outputAs: 'text' };
		const [item] = await poller.poll();
		expect(item.event_ids).toEqual([id]);
	});
});
