import { addRecording } from '../../dev/areas/Recordings/events';
import { overrideLimits } from '../../dev/limits';
import { endOf, rowsOf } from '../../dev/engine/toolRows';
import { callTool } from '../../dev/engine/runTool';
import { useService } from '../support/useService';

/** A tool call ends before its caller stops waiting. Here it may take a fraction of the usual time. */

const fixture = useService({ size: { records: 3000 } });

const PATIENCE = 3_000;
let restore: () => void;
beforeEach(() => (restore = overrideLimits({ patientCall: PATIENCE, firstPause: 1_000 })));
afterEach(() => {
	restore();
	fixture.service.faults.release();
});

const call = async (node: string, parameters: object) => {
	const { credential } = fixture;
	const [answer] = await callTool({
		node,
		parameters: parameters as never,
		credential,
		calls: [{}],
	});
	return answer;
};
const profile = { resource: 'profile', operation: 'get' };

it('says for how long the service asks to wait, and that nothing was sent, without waiting', async () => {
	fixture.service.faults.add({ status: 429, retryAfter: 35 });
	const { failed } = await call('svcAccountTool', profile);
	expect(failed).toContain('Not sent: the service asks to wait 35 s.');
	const again = await call('svcAccountTool', profile);
	expect(again.failed).toContain('accepts no more requests');
	expect(fixture.requests).toHaveLength(1);
});

it('fails when a request has no answer, with the doubt about a write', async () => {
	fixture.service.faults.add({ operation: 'createRecords', delayMs: Infinity, times: Infinity });
	const { failed } = await call('svcRecordsTool', {
		resource: 'record',
		operation: 'create',
		text: 'Water the kale',
	});
	expect(failed).toContain('did not answer in time');
	expect(failed).toContain('may have been written');
});

it('gives the rows of a list so far, and says that there are more', async () => {
	fixture.service.faults.add({
		operation: 'queryRecordTimeline',
		after: 1,
		delayMs: Infinity,
		times: Infinity,
	});
	const { result = [] } = await call('svcRecordsTool', {
		resource: 'record',
		operation: 'getAll',
		returnAll: true,
		maxCharacters: 1_000_000,
	});
	expect(rowsOf(result).length).toBeGreaterThan(50);
	expect(endOf(result)).toEqual({
		count: rowsOf(result).length,
		has_more: true,
		next_cursor: expect.any(String) as string,
		hint: 'Reading took longer than a tool call may take.',
	});
});

it('gives the rows so far of a list that the node filters, with their cursor', async () => {
	const { recordings } = fixture.service.account('a');
	for (let i = 0; i < 150; i++)
		addRecording(fixture.service.account('a'), {
			recording_uid: `recording_long_${i}`,
			start_at: Date.now() - (i + 1) * 1000,
			duration_ms: i % 10 === 0 ? 600_000 : 0,
			sealed: true,
		});
	expect(recordings.size).toBeGreaterThan(100);
	fixture.service.faults.add({
		operation: 'queryRecordings',
		after: 1,
		delayMs: Infinity,
		times: Infinity,
	});
	const { result = [] } = await call('svcRecordingsTool', {
		resource: 'recording',
		operation: 'getAll',
		period: 'anyTime',
		returnAll: true,
		filters: { minimumDuration: 10 },
	});
	expect(rowsOf(result).length).toBeGreaterThan(4);
	expect(endOf(result)).toEqual({
		count: rowsOf(result).length,
		has_more: true,
		next_cursor: expect.any(String) as string,
		hint: expect.stringContaining('Reading took longer than a tool call may take.') as string,
	});
});

it('does not wait until a text is ready for longer', async () => {
	const recordings = [...fixture.service.account('a').recordings.values()];
	const recording = recordings.find(({ unreadable }) => !unreadable)!;
	recording.transcript_state = 'processing';
	const { result, failed } = await call('svcRecordingsTool', {
		resource: 'transcript',
		operation: 'get',
		recording: { __rl: true, mode: 'id', value: recording.recording_uid },
		options: { waitUntilReady: 60 },
	});
	expect(failed).toBeUndefined();
	expect(JSON.stringify(result)).toContain('processing');
});
