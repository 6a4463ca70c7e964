import { overrideLimits } from '../../dev/limits';
import { MINUTE } from '../../nodes/shared/durations';
import { addCall } from '../../dev/areas/Calls/events';
import { useTrigger, type Trigger } from './useTrigger';

/**
 * The first poll of an activation: if it fails, n8n shows the workflow as published and does not poll it. A trigger with
 * a state of its own goes on with its next poll instead.
 */
const { fixture, trigger, activated } = useTrigger();

let restore: () => void;
beforeEach(() => (restore = overrideLimits({ maxRefusals: 1 })));
afterEach(() => restore());

const advance = (ms: number) => fixture.service.advance(ms);
const call = (call_uid: string) =>
	addCall(fixture.service.account('a'), { call_uid, created_at: fixture.service.now() });
const fail = (status: number) => {
	fixture.service.faults.add({ status, times: 99 });
	return () => fixture.service.faults.clear();
};

/** Restarts and publications, after which n8n makes a first poll. */
const ACTIVATIONS: Array<[how: string, activate: (polled: Trigger) => unknown]> = [
	[
		'n8n has restarted',
		(polled) => {
			polled.restart(polled.stored);
			polled.registration = {};
		},
	],
	['it is published again', (polled) => (polled.registration = {})],
	['it is published again, with the scheduler', (polled) => (polled.budget = undefined)],
];

/** A trigger that has polled twice. */
async function active(how: string): Promise<Trigger> {
	const polled = trigger('svcCallsTrigger', 'newCall');
	if (how.includes('scheduler')) polled.budget = 36_000;
	else polled.registration = {};
	for (let i = 0; i < 3; i++) {
		await polled.poll();
		advance(MINUTE);
	}
	return polled;
}

/** Failures that pass: 302 to 410 come from a gateway, since the contract does not know them. */
const TEMPORARY = [302, 403, 404, 405, 407, 408, 410, 425, 429, 500, 502, 503, 504];

describe.each(ACTIVATIONS)('a trigger with a state, after %s', (how, activate) => {
	it.each(TEMPORARY)(
		'HTTP %i: the first poll gives no events, says so, and the next ones go on',
		async (status) => {
			const polled = await active(how);
			activate(polled);
			const end = fail(status);
			call('meanwhile');
			const { items, error, stored } = await polled.tryPoll();
			expect([items, error]).toEqual([[], undefined]);
			expect(stored).toEqual(polled.stored);
			expect(polled.warnings).toEqual([expect.stringMatching(/first poll .* next poll/)]);
			if (how.includes('scheduler')) polled.budget = 36_000;
			// A second failure is shown as a failed poll
			const again = await polled.tryPoll();
			expect(again.error).toMatchObject({
				failure: { cause: expect.stringMatching(/^(rate|temp)/) as string },
			});
			end();
			advance(MINUTE);
			expect(await polled.keys()).toEqual(['meanwhile']);
		},
	);

	it.each([
		[400, 'configuration-invalid'],
		[401, 'credential-invalid'],
	])('HTTP %i: the first poll fails, since a user has to act', async (status, cause) => {
		const polled = await active(how);
		activate(polled);
		fail(status);
		expect((await polled.tryPoll()).error).toMatchObject({ failure: { cause } });
	});
});

it.each([
	[404, 'configuration-invalid'],
	[503, 'temporarily-unavailable'],
])(
	'a new trigger, HTTP %i: the first poll fails, so that the user sees it',
	async (status, cause) => {
		fail(status);
		const { error } = await trigger('svcCallsTrigger', 'newCall').tryPoll();
		expect(error).toMatchObject({ failure: { cause } });
	},
);

it('another address: the first poll fails, as that address may be wrong', async () => {
	const polled = await activated('svcCallsTrigger', 'newCall');
	polled.restart(polled.stored);
	polled.apiKey = fixture.service.keys.b;
	fail(404);
	expect((await polled.tryPoll()).error).toMatchObject({
		failure: { cause: 'configuration-invalid' },
	});
});

it.each([404, 503])('a later poll, HTTP %i: it is shown as failed', async (status) => {
	for (const how of ['memory', 'scheduler']) {
		const polled = await active(how);
		const end = fail(status);
		expect((await polled.tryPoll()).error).toMatchObject({
			failure: { cause: 'temporarily-unavailable' },
		});
		end();
	}
});

it('a test in the editor shows its failure', async () => {
	const polled = await activated('svcCallsTrigger', 'newCall');
	polled.restart(polled.stored);
	fail(503);
	expect((await polled.test()).error?.message).toContain('not available');
});
