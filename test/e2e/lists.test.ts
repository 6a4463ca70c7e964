import { DateTime } from 'luxon';
import type { INode, INodeListSearchItems, INodeParameters } from 'n8n-workflow';
import type { StoredCall } from '../../dev/areas/Calls/data';
import { namesOfFirst, type StoredRecording } from '../../dev/areas/Recordings/data';
import type { StoredSummary } from '../../dev/areas/Recordings/data';
import { daysFromNow } from './clock';
import { TIME_ZONE } from './setup';
import { node } from './workflows';
import { useWorld } from './world';

/** Lists that users choose from, compared with the data of the service. */

const world = useWorld();

const ZONE = { zone: TIME_ZONE, locale: 'en' };

describe('lists to choose from', () => {
	/** All entries of the list of a field, as for a user who scrolls to the end. */
	async function wholeList(area: string, parameter: string, method: string, filter?: string) {
		const entries: INodeListSearchItems[] = [];
		for (let paginationToken: string | undefined; ;) {
			const searched = { node: svc(area, {}), parameter, method, filter, paginationToken };
			const page = await world.n8n.searchList(searched);
			entries.push(...page.results);
			paginationToken = page.paginationToken as string | undefined;
			if (!paginationToken) return entries;
			expect(page.results).not.toEqual([]);
		}
	}

	/** The entries that contain a text, ignoring case. */
	function showing(entries: INodeListSearchItems[], text: string): INodeListSearchItems[] {
		return entries.filter(({ name }) => name.toLowerCase().includes(text));
	}

	beforeEach(() => (world.service.paging = 'irregular'));

	test('of calls show time and people for the last 30 days, newest first', async () => {
		const all = await wholeList('Calls', 'call', 'searchCalls');
		const recent = calls().filter(({ created_at }) => daysFromNow(created_at) > -30);
		expect(all.map(({ value }) => value)).toEqual(recent.map(({ call_uid }) => call_uid));
		for (const [i, { started_at, participants }] of recent.entries()) {
			expect(all[i].name).toContain(written(started_at));
			// A call with more participants than an answer contains shows only some of them.
			if (participants.length > 50) continue;
			for (const { display_name, is_self, invisible } of participants) {
				if (!is_self && !invisible) expect(all[i].name).toContain(display_name);
			}
		}

		const narrowed = await wholeList('Calls', 'call', 'searchCalls', 'ada fields');
		expect(narrowed).toEqual(showing(all, 'ada fields'));
		expect(narrowed.length).toBeGreaterThan(1);
		expect(narrowed.length).toBeLessThan(all.length);
	});

	test('of recordings show name and start, latest first', async () => {
		const all = await wholeList('Recordings', 'recording', 'searchRecordings');
		const latestFirst = recordings();
		expect(all.map(({ value }) => value)).toEqual(
			latestFirst.map(({ recording_uid }) => recording_uid),
		);
		for (const [i, { name = '', start_at }] of latestFirst.entries()) {
			expect(all[i].name).toContain(name);
			expect(all[i].name).toContain(written(start_at));
		}
		const long = latestFirst.find(({ name }) => name === namesOfFirst.long)!;
		const narrowed = await wholeList('Recordings', 'recording', 'searchRecordings', 'workshop');
		expect(narrowed.map(({ value }) => value)).toEqual([long.recording_uid]);
	});

	test('of summaries show completed ones with their time, latest first', async () => {
		const all = await wholeList('Recordings', 'summary', 'searchSummaries');
		const completed = summaries();
		expect(all.map(({ value }) => value)).toEqual(completed.map(({ summary_uid }) => summary_uid));
		for (const [i, { start_at, created_at }] of completed.entries()) {
			expect(all[i].name).toContain(written(start_at));
			expect(all[i].name).toContain(written(created_at));
		}
		const timelines = completed.filter(({ kind }) => kind === 'timeline');
		const narrowed = await wholeList('Recordings', 'summary', 'searchSummaries', 'TIMELINE');
		expect(narrowed.map(({ value }) => value)).toEqual(
			timelines.map(({ summary_uid }) => summary_uid),
		);
	});

	test('of imported conversations show name and kind, and can be searched', async () => {
		const search = ['ImportedChat', 'conversation', 'searchImportedConversations'] as const;
		const all = await wholeList(...search);
		// Those of the same name end in a part of their IDs
		expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
		const plain = all.map(({ name, value }) => ({ name: name.replace(/ · \w{5}$/, ''), value }));
		expect(plain).toEqual(
			importedConversations().map(({ display_name, kind, conversation_uid }) => ({
				name: `${display_name} (${kind})`,
				value: conversation_uid,
			})),
		);
		const found = await wholeList(...search, 'Spring fair');
		const named = importedConversations().filter(
			({ display_name }) => display_name === 'Spring fair',
		);
		expect(found.map(({ value }) => value).sort()).toEqual(
			named.map(({ conversation_uid }) => conversation_uid).sort(),
		);
	});

	test('of speaker labels can be searched, and distinguish labels of the same name', async () => {
		const search = [
			'Recordings',
			'filters.speakerLabels.values.speakerLabel',
			'searchSpeakers',
		] as const;
		expect(await wholeList(...search)).toEqual([]);
		expect(world.service.log).toEqual([]);
		const found = await wholeList(...search, 'Ada Fields');
		const labels = [...world.service.account('a').speakerLabels.values()].filter(
			({ display_name }) => display_name === 'Ada Fields',
		);
		expect(labels.length).toBeGreaterThan(2);
		expect(found.map(({ value }) => value).sort()).toEqual(
			labels.map(({ speaker_uid }) => speaker_uid).sort(),
		);
	});

	test('say what to do if the service refuses the key', async () => {
		world.service.deleteKey('a');
		await expect(wholeList('Calls', 'call', 'searchCalls')).rejects.toThrow(
			'did not accept the API key',
		);
	});
});

/** A node of an area with the credential. */
function svc(area: string, parameters: INodeParameters): INode {
	const { id, name } = world.credential;
	const credentials = { svcApi: { id, name } };
	return node('Svc', `n8n-nodes-svc.svc${area}`, 1, parameters, { credentials });
}

/** The readable calls of the service, newest first. */
function calls(): StoredCall[] {
	return readable(world.service.account('a').calls.values()).sort(
		(a, b) => b.created_at - a.created_at || descending(a.call_uid, b.call_uid),
	);
}

/** The readable recordings of the service, latest first. */
function recordings(): StoredRecording[] {
	return readable(world.service.account('a').recordings.values()).sort(
		(a, b) => b.start_at - a.start_at || descending(a.recording_uid, b.recording_uid),
	);
}

/** The readable completed summaries of the service, latest first. */
function summaries(): StoredSummary[] {
	return readable(world.service.account('a').summaries.values())
		.filter(({ generation_state }) => generation_state === 'completed')
		.sort(
			(a, b) =>
				b.start_at - a.start_at ||
				b.created_at - a.created_at ||
				descending(a.summary_uid, b.summary_uid),
		);
}

/** The readable imported conversations of the service, latest message first. */
function importedConversations() {
	return readable(world.service.account('a').importedConversations.values()).sort(
		(a, b) =>
			(b.last_sent_at ?? -1) - (a.last_sent_at ?? -1) ||
			descending(b.conversation_uid, a.conversation_uid),
	);
}

function readable<Row extends { unreadable?: boolean }>(rows: Iterable<Row>): Row[] {
	return [...rows].filter(({ unreadable }) => !unreadable);
}

function descending(a: string, b: string): number {
	return a < b ? 1 : -1;
}

function written(millis: number): string {
	const [time, now] = [DateTime.fromMillis(millis, ZONE), DateTime.fromMillis(Date.now(), ZONE)];
	return time.toFormat(time.year === now.year ? 'ccc d LLL, HH:mm' : 'ccc d LLL yyyy, HH:mm');
}
