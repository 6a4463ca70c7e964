import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { addCall } from '../../dev/areas/Calls/events';
import { addRecording } from '../../dev/areas/Recordings/events';
import type { Account } from '../../dev/fake-service/account';
import { DAY, HOUR, MINUTE } from '../../nodes/shared/durations';
import { share } from '../support/effort';
import { useTrigger, type Trigger } from './useTrigger';

/** A call or recording: its start, its length in minutes so far, and whether it goes on. */
interface Length {
	start: number;
	minutes: number;
	goesOn?: boolean;
}

type Add = (account: Account, uid: string, length: Length) => void;

const callWith =
	(more: IDataObject): Add =>
	(account, call_uid, { start, minutes, goesOn }) =>
		addCall(account, {
			call_uid,
			created_at: start,
			// Without an end the duration is 0
			...(!goesOn && { ended_at: start + minutes * MINUTE }),
			...more,
		});

const recordingWith =
	(more: IDataObject): Add =>
	(account, recording_uid, { start, minutes, goesOn }) =>
		addRecording(account, {
			recording_uid,
			start_at: start,
			duration_ms: minutes * MINUTE,
			sealed: !goesOn,
			...more,
		});

const SUMMARY = { text: 'They talked.', source: 'template', truncated: false };

/** All events of calls and recordings, as objects that are events but for their length. */
const EVENTS: Array<[node: string, event: string, add: Add]> = [
	['svcCallsTrigger', 'newCall', callWith({})],
	[
		'svcCallsTrigger',
		'missedCall',
		callWith({ connection_state: 'not_connected', result: 'not_answered' }),
	],
	['svcCallsTrigger', 'transcriptReady', callWith({ transcript_state: 'ready' })],
	['svcCallsTrigger', 'transcriptFailed', callWith({ transcript_state: 'failed' })],
	['svcCallsTrigger', 'summaryReady', callWith({ summary_state: 'ready', summary: SUMMARY })],
	['svcCallsTrigger', 'summaryFailed', callWith({ summary_state: 'failed' })],
	['svcRecordingsTrigger', 'newRecording', recordingWith({})],
	['svcRecordingsTrigger', 'recordingSealed', recordingWith({})],
	['svcRecordingsTrigger', 'transcriptReady', recordingWith({ transcript_state: 'ready' })],
	['svcRecordingsTrigger', 'transcriptFailed', recordingWith({ transcript_state: 'failed' })],
];

const { fixture, trigger, activated } = useTrigger();
const now = () => fixture.service.now();
const advance = (ms: number) => fixture.service.advance(ms);
const lasting = (minimumDuration: unknown, more: INodeParameters = {}) =>
	({ filters: { minimumDuration }, ...more }) as INodeParameters;

/** UIDs of what a poll gives. */
async function uidsOf(polled: Trigger): Promise<string[]> {
	return (await polled.keys()).map((key) => key.split('#')[0]);
}

describe.each(share(EVENTS))('Minimum Duration, %s: %s', (node, event, add) => {
	const put: (uid: string, length: Length) => void = (...given) =>
		add(fixture.service.account('a'), ...given);

	it('lets through what lasts at least so long', async () => {
		const polled = await activated(node, event, lasting(5));
		const start = now();
		for (const [i, minutes] of [4.99, 5, 0, 60].entries())
			put(`uid_${i}`, { start: start + i, minutes });
		advance(2 * HOUR);
		expect(await uidsOf(polled)).toEqual(['uid_1', 'uid_3']);
		advance(HOUR);
		expect(await polled.keys()).toEqual([]);
		expect(polled.warnings).toEqual([]);
	});

	it.each([
		['long', 6, ['uid_1']],
		['short', 4, []],
	])('waits for the end of what goes on, which is then %s', async (_what, minutes, expected) => {
		const polled = await activated(node, event, lasting(5));
		const start = now();
		put('uid_1', { start, minutes: 2, goesOn: true });
		advance(3 * MINUTE);
		expect(await polled.keys()).toEqual([]);
		advance(7 * MINUTE);
		expect(await polled.keys()).toEqual([]);
		put('uid_1', { start, minutes });
		advance(MINUTE);
		expect(await uidsOf(polled)).toEqual(expected);
		advance(MINUTE);
		expect(await polled.keys()).toEqual([]);
	});

	it('leaves out nothing whose duration is no number, where it is not set', async () => {
		const polled = await activated(node, event);
		advance(MINUTE);
		put('object', { start: now(), minutes: 1 });
		advance(HOUR);
		const { inject } = fixture.service;
		const answers = jest.spyOn(fixture.service, 'inject').mockImplementation(async (request) => {
			const answer = (await inject(request))!;
			return { ...answer, body: answer.body.replace(/"duration_ms":\d+/g, '"duration_ms":"1m"') };
		});
		const uids = await uidsOf(polled);
		answers.mockRestore();
		expect(uids).toEqual(['object']);
	});

	it('has no event of what goes on and is short until it leaves the lookback', async () => {
		const polled = await activated(node, event, lasting(5));
		put('uid_1', { start: now(), minutes: 2, goesOn: true });
		for (let day = 0; day < 125; day++) {
			advance(DAY);
			expect(await polled.keys()).toEqual([]);
		}
		expect(polled.warnings).toEqual([]);
		expect(polled.state.unready ?? []).toEqual([]);
	});

	it.each([
		['a smaller one', 5, 3],
		['none', 5, undefined],
		['0', 5, 0],
	])('counts for what comes after it was changed to %s', async (_what, before, after) => {
		const polled = await activated(node, event, lasting(before));
		put('uid_1', { start: now(), minutes: 4 });
		advance(10 * MINUTE);
		expect(await polled.keys()).toEqual([]);
		polled.parameters = { event, ...(after === undefined ? {} : lasting(after)) };
		expect(await polled.keys()).toEqual([]);
		advance(MINUTE);
		put('uid_2', { start: now(), minutes: 4 });
		advance(10 * MINUTE);
		expect(await uidsOf(polled)).toEqual(['uid_2']);
	});

	it('counts for all that was not read, when it was changed to a greater one', async () => {
		const polled = await activated(node, event, lasting(3));
		put('uid_1', { start: now(), minutes: 4 });
		advance(10 * MINUTE);
		polled.parameters = { event, ...lasting(5) };
		expect(await uidsOf(polled)).toEqual([]);
		put('uid_2', { start: now(), minutes: 4 });
		put('uid_3', { start: now() + 1, minutes: 6 });
		advance(10 * MINUTE);
		expect(await uidsOf(polled)).toEqual(['uid_3']);
	});

	it.each([
		['0', 0, {}],
		['an empty value that is ignored', '', { options: { ignoreEmptyFilters: true } }],
	])('lets everything through with %s', async (_what, given, more) => {
		const polled = await activated(node, event, lasting(given, more));
		put('uid_1', { start: now(), minutes: 0 });
		advance(MINUTE);
		expect(await uidsOf(polled)).toEqual(['uid_1']);
	});

	it.each([
		['negative', -1, 'must be at least 0, not -1'],
		['too large', 300_000, 'must be at most 43200, not 300000'],
		['no number', 'five', 'must be a number, not "five"'],
		['empty', '', 'is empty'],
	])('refuses a value that is %s', async (_what, given, message) => {
		const { error } = await trigger(node, event, lasting(given)).tryPoll();
		expect(error?.message).toContain(`'Minimum Duration (Minutes)' ${message}`);
	});

	it('shows as test events only what lasts so long', async () => {
		put('uid_1', { start: now() - 5 * HOUR, minutes: 8 });
		for (let i = 2; i < 9; i++) put(`uid_${i}`, { start: now() - i * 10 * MINUTE, minutes: 1 });
		const { items } = await trigger(node, event, lasting(5)).test();
		expect(items).toHaveLength(1);
		const none = await trigger(node, event, lasting(60)).test();
		expect(none.error?.description).toContain("Change 'Minimum Duration (Minutes)'");
	});
});

const [[, , newCall]] = EVENTS;
const [, , newRecording] = EVENTS.find(([, event]) => event === 'newRecording')!;

it('finds a recording as soon as it is long enough, even if it goes on', async () => {
	const polled = await activated('svcRecordingsTrigger', 'newRecording', lasting(5));
	const start = now();
	const grow = (minutes: number, goesOn = true) =>
		newRecording(fixture.service.account('a'), 'uid_1', { start, minutes, goesOn });
	for (const [minutes, expected] of [
		[2, []],
		[4.9, []],
		[5, ['uid_1']],
		[9, []],
	] as const) {
		grow(minutes);
		advance(10 * MINUTE);
		expect(await uidsOf(polled)).toEqual(expected);
	}
	grow(9, false);
	advance(10 * MINUTE);
	expect(await polled.keys()).toEqual([]);
});

it.each([
	['finds a call that goes on for hours when it ends', 23 * HOUR, ['uid_1']],
	['does not find a call whose end is known after a day', 27 * HOUR, []],
])('%s', async (_what, length, expected) => {
	const polled = await activated('svcCallsTrigger', 'newCall', lasting(5));
	const start = now();
	const account = fixture.service.account('a');
	newCall(account, 'uid_1', { start, minutes: 0, goesOn: true });
	for (let passed = 0; passed < length; passed += 30 * MINUTE) {
		advance(30 * MINUTE);
		expect(await polled.keys()).toEqual([]);
	}
	newCall(account, 'uid_1', { start, minutes: length / MINUTE });
	const found: string[] = [];
	for (let i = 0; i < 4; i++) {
		advance(30 * MINUTE);
		found.push(...(await uidsOf(polled)));
	}
	expect(found).toEqual(expected);
});

it.each([
	['smaller', 3, ['uid_1']],
	['none', undefined, ['uid_1']],
	['greater', 10, []],
])(
	'still waits for a transcript after the lookback where the minimum becomes %s',
	async (_what, after, expected) => {
		const event = 'transcriptReady';
		const polled = await activated('svcCallsTrigger', event, lasting(5));
		const length = { start: now(), minutes: 6 };
		const account = fixture.service.account('a');
		callWith({ transcript_state: 'processing' })(account, 'uid_1', length);
		for (let hour = 0; hour < 30; hour++) {
			advance(HOUR);
			expect(await polled.keys()).toEqual([]);
		}
		polled.parameters = { event, ...(after === undefined ? {} : lasting(after)) };
		expect(await polled.keys()).toEqual([]);
		callWith({ transcript_state: 'ready' })(account, 'uid_1', length);
		advance(2 * HOUR);
		expect(await uidsOf(polled)).toEqual(expected);
	},
);

it('reads no transcript of what is short', async () => {
	const polled = await activated(
		'svcCallsTrigger',
		'newCall',
		lasting(5, { options: { includeTranscript: 'text' } }),
	);
	newCall(fixture.service.account('a'), 'uid_1', { start: now(), minutes: 1 });
	advance(MINUTE);
	expect(await polled.keys()).toEqual([]);
	expect(fixture.asked('queryCallTranscript')).toEqual([]);
});
