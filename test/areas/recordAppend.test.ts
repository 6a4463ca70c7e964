import type { IDataObject } from 'n8n-workflow';

import { uid } from '../../dev/contract/choices';
import { LIMITS, overrideLimits } from '../../dev/limits';
import { jsonOf, linksOf, nodeOf, useService } from '../support/useService';

/** Record > Append Text: nothing of a record gets lost, and nothing is added twice. */

const fixture = useService();

beforeAll(() => overrideLimits({ firstBackoff: 1 }));

const account = () => fixture.service.account('a');
const own = () =>
	[...account().records.values()].filter(
		({ state, creator_user_ref, locked }) =>
			state === 'available' && !locked && creator_user_ref === account().profile.user_ref,
	);
/** A record of the account with this text. */
function recordWith(text: string) {
	const [record] = own();
	record.text_content = text;
	return record;
}
/** Appends the text of each item to its record. */
const append = (items: IDataObject[], options: IDataObject = {}, settings = {}) =>
	fixture.run({
		...nodeOf('svcRecords')('record', 'appendText', {
			record: uid('={{ $json.uid }}'),
			text: '={{ $json.text }}',
			options,
		}),
		items,
		settings,
	});
const mine = (record: { record_uid: string }, options = {}, settings = {}) =>
	append([{ uid: record.record_uid, text: 'mine' }], options, settings);
const updates = () => fixture.requests.filter(({ operation }) => operation === 'updateRecords');
const sentItems = () => updates().flatMap(({ body }) => (body as { items: IDataObject[] }).items);
const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

/** Somebody else changes the record, each time just before the service works on an update of it. */
function changeBefore(record: { version: number; text_content: string }, times: number, text = '') {
	fixture.service.faults.add({
		match: ({ operation }) => {
			if (operation !== 'updateRecords' || times === 0) return false;
			times--;
			record.version++;
			record.text_content += text;
			return false;
		},
		status: 500,
	});
}

describe('puts the text behind that of the record', () => {
	it.each([
		['on a new line', {}, 'Sowed peas', 'Sowed peas\nWatered them'],
		['after a blank line', { separator: 'blankLine' }, 'Sowed peas', 'Sowed peas\n\nWatered them'],
		['after a space', { separator: 'space' }, 'Sowed peas', 'Sowed peas Watered them'],
		['at once', { separator: 'none' }, 'Sowed peas', 'Sowed peasWatered them'],
		['alone, where there is none', {}, '', 'Watered them'],
	])('%s', async (_where, options, before, after) => {
		const record = recordWith(before);
		const { title, version } = record;
		const { items } = await append([{ uid: record.record_uid, text: 'Watered them' }], options);
		expect(record).toMatchObject({ text_content: after, title });
		expect(jsonOf(items)).toEqual([
			{
				text_end: after,
				record_uid: record.record_uid,
				status: 'succeeded',
				version: version + 1,
			},
		]);
		expect(sentItems()[0]).not.toHaveProperty('title');
	});

	it('on one new line, if the text begins with line breaks, and shows the end of a long text', async () => {
		const record = recordWith(`${'x'.repeat(300)} peas`);
		const { items } = await append([{ uid: record.record_uid, text: '\n\nWatered them 💧' }]);
		const whole = `${'x'.repeat(300)} peas\nWatered them 💧`;
		expect(record.text_content).toBe(whole);
		expect(jsonOf(items)[0].text_end).toBe([...whole].slice(-200).join(''));
	});

	it('in 3 reads and 3 writes for 25 records', async () => {
		const records = own().slice(0, 25);
		const texts = records.map(({ text_content }) => text_content);
		const { items } = await append(
			records.map(({ record_uid }, i) => ({ uid: record_uid, text: `note ${i}` })),
		);
		expect(fixture.requests).toHaveLength(6);
		expect(linksOf(items)).toEqual(records.map((_record, i) => i));
		records.forEach(({ text_content }, i) =>
			expect(text_content).toBe([texts[i], `note ${i}`].filter(Boolean).join('\n')),
		);
	});

	it('of five items for one record in their order', async () => {
		const record = recordWith('Log');
		const { items } = await append(
			[1, 2, 3, 4, 5].map((n) => ({ uid: record.record_uid, text: `line ${n}` })),
		);
		expect(linksOf(items)).toEqual([0, 1, 2, 3, 4]);
		expect(record.text_content).toBe('Log\nline 1\nline 2\nline 3\nline 4\nline 5');
	});

	it('of four of five items for one record, where one cannot be read', async () => {
		const record = recordWith('Log');
		const given = [1, 2, 3, 4, 5].map((n) => ({
			uid: n === 3 ? 'nobody' : record.record_uid,
			text: `line ${n}`,
		}));
		const { items, errors } = await append(given, {}, { onError: 'continueErrorOutput' });
		expect(linksOf(items)).toEqual([0, 1, 3, 4]);
		expect(linksOf(errors)).toEqual([2]);
		expect(record.text_content).toBe('Log\nline 1\nline 2\nline 4\nline 5');
	});
});

it('with Validate Only, each item shows the record as it is now with its own text', async () => {
	const [record] = own();
	Object.assign(record, { text_content: 'Log' });
	const { items } = await append(
		[0, 1].map((i) => ({ uid: record.record_uid, text: `line ${i}` })),
		{ validateOnly: true },
	);
	const texts = jsonOf(items).map(({ requests }) => {
		const [{ body }] = requests as Array<{ body: { items: IDataObject[] } }>;
		return body.items[0].text_content;
	});
	expect(texts).toEqual(['Log\nline 0', 'Log\nline 1']);
	expect(updates()).toEqual([]);
	expect(record.text_content).toBe('Log');
});

describe('where somebody else changes the record in between', () => {
	it('reads it again and keeps the other change', async () => {
		const record = recordWith('Log');
		changeBefore(record, 2, '\nby somebody else');
		const { items } = await mine(record);
		expect(items).toHaveLength(1);
		expect(record.text_content).toBe('Log\nby somebody else\nby somebody else\nmine');
		const sent = sentItems();
		expect(sent).toHaveLength(3);
		// A change of another text is another one for the service
		expect(new Set(sent.map(({ idempotency_key }) => idempotency_key)).size).toBe(3);
	});

	it('of several records, writes the others once', async () => {
		const [one, two] = own();
		changeBefore(one, 1);
		await append([one, two].map(({ record_uid }) => ({ uid: record_uid, text: 'mine' })));
		expect(sentItems().map(({ record_uid }) => record_uid)).toEqual([
			one.record_uid,
			two.record_uid,
			one.record_uid,
		]);
	});

	it('adds the texts of ten executions that all begin at once', async () => {
		const restore = overrideLimits({ firstBackoff: 100 });
		const record = recordWith('Log');
		const lines = Array.from({ length: 10 }, (_, i) => `line ${i}`);
		const appended = lines.map(async (text) => await append([{ uid: record.record_uid, text }]));
		const errors = (await Promise.all(appended)).map(({ error }) => error);
		restore();
		expect(errors).toEqual(lines.map(() => undefined));
		expect(record.text_content.split('\n').sort()).toEqual(['Log', ...lines]);
	});

	it('gives up after five times, and says so', async () => {
		const record = recordWith('Log');
		changeBefore(record, Infinity);
		const { error } = await mine(record);
		expect(LIMITS.maxOutdated).toBe(5);
		expect(updates()).toHaveLength(5);
		expect(error?.message).toBe('The record was changed since the expected version');
		expect(error?.description).toContain('read the record and sent the change 5 times');
		expect(record.text_content).toBe('Log');
	});

	it('gives up with an outcome, if the user wants it', async () => {
		const record = recordWith('Log');
		changeBefore(record, Infinity);
		const { items } = await mine(record, { ifRejected: 'output' });
		expect(jsonOf(items)).toMatchObject([{ status: 'rejected', reason: 'stale_version' }]);
	});
});

describe('when the answer is lost', () => {
	it('fails in doubt if somebody changes the record before the request is repeated', async () => {
		const record = recordWith('Log');
		fixture.service.faults.add({ operation: 'updateRecords', drop: 'before' });
		changeBefore(record, 1, '\nby somebody else');
		const { error } = await mine(record);
		expect(error?.message).toMatch(/^The record was changed .* may have been written/);
		expect(record.text_content).toBe('Log\nby somebody else');
	});

	it.each([
		['after the record was changed', 'after'],
		['before the record was changed', 'before'],
	] as const)('%s, until the node gives up, Retry On Fail appends once', async (_when, drop) => {
		const record = recordWith('Log');
		fixture.service.faults.add({ operation: 'updateRecords', drop, times: 5 });
		const { items, error, run } = await mine(record, {}, retry);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(record.text_content).toBe('Log\nmine');
		// A change that was made is seen in the record; one that was not is sent again to the letter
		const sent = sentItems();
		expect(sent).toHaveLength(drop === 'after' ? 5 : 6);
		for (const item of sent) expect(item).toEqual(sent[0]);
		expect(JSON.stringify(run.data.executionData?.contextData)).not.toContain('digest');
	});

	it('and the record is changed again before Retry On Fail, sends nothing and says so', async () => {
		const record = recordWith('Log');
		fixture.service.faults.add({ operation: 'updateRecords', drop: 'after', times: 5 });
		fixture.service.faults.add({
			match: ({ operation }) => {
				if (operation === 'batchGetRecords' && updates().length === 5) {
					record.text_content += '\nby somebody else';
					record.version++;
				}
				return false;
			},
			status: 500,
		});
		const { error } = await mine(record, {}, { ...retry, maxTries: 3 });
		expect(error?.message).toBe(
			'The record was changed after an earlier try, which may have worked',
		);
		expect(updates()).toHaveLength(5);
		expect(record.text_content.split('mine')).toHaveLength(2);
	});

	it('of a read on Retry On Fail, still knows what was sent before', async () => {
		const record = recordWith('Log');
		fixture.service.faults.add({ operation: 'updateRecords', drop: 'after', times: 5 });
		fixture.service.faults.add({ operation: 'batchGetRecords', after: 1, status: 503, times: 5 });
		const { error } = await mine(record, {}, { ...retry, maxTries: 3 });
		expect(error).toBeUndefined();
		expect(updates()).toHaveLength(5);
		expect(record.text_content).toBe('Log\nmine');
	});
});

it.each([
	['was created by somebody else', { creator_user_ref: 'somebody' }, 'not_self_created'],
	['is protected', { state: 'protected' }, 'protected'],
	['is deleted', { state: 'deleted' }, 'not_active'],
] as const)('fails for a record that %s', async (_what, facts, reason) => {
	const record = Object.assign(recordWith('Log'), facts);
	const { errors } = await mine(record, {}, { onError: 'continueErrorOutput' });
	expect(jsonOf(errors)).toMatchObject([{ details: { reason } }]);
	expect(record.text_content).toBe('Log');
});

it('refuses an empty text before sending', async () => {
	const { error } = await append([{ uid: 'record_1', text: '' }]);
	expect(error?.message).toBe("'Text' is empty");
	expect(fixture.requests).toEqual([]);
});
