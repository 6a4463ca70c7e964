import { DAY, HOUR, MINUTE } from '../../nodes/shared/durations';
import { addCall } from '../../dev/areas/Calls/events';
import { addRecord } from '../../dev/areas/Records/events';
import { keyOf, useTrigger, type Trigger } from './useTrigger';

/**
 * What a wrong clock of n8n costs, and where it is told. That none loses an event shows in the random simulations of all
 * events. The service's answers have a date, unless a test takes it away.
 */
const { fixture, trigger, activated } = useTrigger();

const now = () => fixture.service.now();
const advance = (ms: number) => fixture.service.advance(ms);
const call = (call_uid: string) =>
	addCall(fixture.service.account('a'), { call_uid, created_at: now() });
const record = (record_uid: string) =>
	addRecord(fixture.service.account('a'), { record_uid, send_at: now() });
const setAhead = (ms: number) => {
	Date.now = () => now() + ms;
};
const withoutDate = (polled: Trigger) => {
	polled.headers = ({ date, ...others }) => others;
};

it('costs one more request when the clock changes, and none afterwards', async () => {
	const polled = await activated('svcRecordsTrigger', 'newRecord');
	const requests = async () => {
		const before = fixture.bodies.length;
		advance(MINUTE);
		await polled.poll();
		return fixture.bodies.length - before;
	};
	await requests();
	const usual = await requests();
	setAhead(3 * DAY);
	expect([await requests(), await requests()]).toEqual([usual + 1, usual]);
});

it('repeats no call that was created after the time of the poll that found it', async () => {
	const polled = await activated('svcCallsTrigger', 'newCall');
	setAhead(-900);
	advance(MINUTE);
	Object.assign(call('a'), { started_at: now() - 5_000 });
	expect(await polled.keys()).toEqual(['a']);
	for (const ms of [HOUR + 500, MINUTE, MINUTE]) {
		advance(ms);
		expect(await polled.keys()).toEqual([]);
	}
});

it.each([
	[400, 1, 'is asked for where the service refuses a time of n8n’s clock'],
	[404, 0, 'is not asked for after another failure'],
])('the service’s time, after HTTP status %i: %i requests: it %s', async (status, profiles) => {
	const polled = await activated('svcRecordsTrigger', 'newRecord');
	setAhead(3 * DAY);
	advance(MINUTE);
	record('new');
	fixture.service.faults.add({ operation: 'queryRecordTimeline', status, times: 1 });
	const before = fixture.requests.length;
	const { items, error } = await polled.tryPoll();
	const asked = fixture.requests.slice(before).map(({ operation }) => operation);
	expect(asked.filter((name) => name === 'getCurrentUserProfile')).toHaveLength(profiles);
	expect([items.length, error === undefined]).toEqual(status === 400 ? [1, true] : [0, false]);
});

it('is found by each of several triggers that poll at the same time', async () => {
	const before = [
		await activated('svcRecordsTrigger', 'newRecord'),
		await activated('svcCallsTrigger', 'newCall'),
	];
	setAhead(3 * DAY);
	advance(MINUTE);
	await Promise.all(before.map(async (each) => await each.poll()));
	for (const each of before) expect(Number(each.state.readUntil)).toBeLessThanOrEqual(now());
});

it('is told in the log once, and in the events meanwhile', async () => {
	setAhead(3 * DAY);
	const polled = await activated('svcCallsTrigger', 'newCall');
	for (const uid of ['a', 'b']) {
		advance(MINUTE);
		call(uid);
		const [{ _event }] = await polled.poll();
		expect(_event).toMatchObject({ warnings: [expect.stringContaining('3 days behind')] });
	}
	expect(polled.warnings).toEqual([
		"Svc Trigger: The service's clock (the header Date of its answers) is about 3 days behind n8n's clock. One of them is wrong: correct it. Until then this trigger goes by the service's clock and looks for late events that much further back, at most a day.",
	]);
	const { items } = await polled.test();
	expect(items[0].json._event).toMatchObject({ warnings: [expect.stringContaining('3 days')] });
	setAhead(0);
	call('c');
	const [{ _event }] = await polled.poll();
	expect(_event).not.toHaveProperty('warnings');
});

describe('without the service’s time', () => {
	const dates = [undefined, '', 'soon', 'Thu, 99 Foo 2026'];

	it.each(dates)('as with the date %p, n8n’s clock counts', async (date) => {
		const polled = trigger('svcCallsTrigger', 'newCall');
		polled.headers = (own) => ({ ...own, date: date! });
		await polled.poll();
		advance(MINUTE);
		call('a');
		expect(await polled.keys()).toEqual(['a']);
	});

	it('n8n’s clock counts from the first answer without it', async () => {
		setAhead(3 * DAY);
		const polled = await activated('svcCallsTrigger', 'newCall');
		setAhead(0);
		withoutDate(polled);
		advance(MINUTE);
		call('a');
		expect(await polled.keys()).toEqual(['a']);
	});

	it('n8n’s clock counts if answers contradict each other', async () => {
		const polled = await activated('svcCallsTrigger', 'newCall');
		let answers = 0;
		polled.headers = (own) => ({
			...own,
			date: new Date(now() - (answers++ % 3) * 10 * MINUTE).toUTCString(),
		});
		for (const uid of ['a', 'b', 'c']) {
			advance(MINUTE);
			call(uid);
			expect(await polled.keys()).toEqual([uid]);
		}
	});
});

it('a trigger that has read beyond the service’s time continues once answers have a date, and says so', async () => {
	const polled = trigger('svcRecordsTrigger', 'newRecord');
	withoutDate(polled);
	await polled.poll();
	setAhead(3 * DAY);
	for (let i = 0; i < 3; i++) {
		advance(MINUTE);
		await polled.poll();
	}
	polled.headers = (own) => own;
	setAhead(0);
	await polled.poll();
	expect(polled.warnings).toEqual([expect.stringContaining('beyond the service')]);
	advance(MINUTE);
	record('next');
	expect(await polled.keys()).toEqual(['next']);
});

it('a start in the future stays there', async () => {
	const polled = trigger('svcRecordsTrigger', 'newRecord', {
		startFrom: 'date',
		startDate: new Date(now() + DAY).toISOString(),
	});
	await polled.poll();
	record('today');
	advance(HOUR);
	expect(await polled.keys()).toEqual([]);
	advance(DAY);
	record('tomorrow');
	expect(await polled.keys()).toEqual(['tomorrow']);
	expect(polled.warnings).toEqual([]);
});

it('events say that the trigger is behind', async () => {
	const polled = await activated('svcCallsTrigger', 'newCall', { options: { maxItemsPerPoll: 1 } });
	for (const uid of ['a', 'b', 'c']) {
		advance(9 * MINUTE);
		call(uid);
	}
	const rows = [await polled.poll(), await polled.poll(), await polled.poll()].flat();
	expect(rows.map(keyOf)).toEqual(['a', 'b', 'c']);
	const warnings = rows.map(({ _event }) => (_event as { warnings?: string[] }).warnings);
	const behind = [expect.stringContaining('more than 10 minutes behind')];
	expect(warnings).toEqual([behind, behind, undefined]);
});
