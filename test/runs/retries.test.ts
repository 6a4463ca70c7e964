import { overrideLimits } from '../../dev/limits';
import type { SvcCredential } from '../../dev/engine/credentials';
import type { IDataObject } from 'n8n-workflow';

import type { Outcome } from '../../dev/engine/runNode';
import { jsonOf, linksOf, useService } from '../support/useService';
import { uid } from '../../dev/contract/choices';

/** Retries, and the items that an earlier try wrote. */

const fixture = useService();

beforeAll(() => overrideLimits({ firstBackoff: 1 }));

const texts = (account: 'a' | 'b' = 'a') =>
	[...fixture.service.account(account).records.values()]
		.map(({ text_content }) => text_content)
		.filter((text) => text.startsWith('note '));
const create = (text = '={{ $json.text }}', options: IDataObject = {}) => ({
	node: 'svcRecords',
	parameters: { resource: 'record', operation: 'create', text, options } as never,
});
const notes = (count: number) => Array.from({ length: count }, (_, i) => ({ text: `note ${i}` }));

/** The service refuses the item with this text until this is reset. */
function refuse(text: string, times = Infinity): void {
	fixture.service.faults.add({
		match: ({ body }) =>
			((body?.items ?? []) as IDataObject[]).some(({ text_content }) => text_content === text),
		status: 400,
		times,
	});
}
const contextOf = ({ run }: Outcome) => JSON.stringify(run.data.executionData!.contextData);

describe('"Retry execution" with the credential of', () => {
	/** Three creates, the last of which fails. */
	async function failed(): Promise<Outcome> {
		refuse('note 2');
		const outcome = await fixture.run({ ...create(), items: notes(3) });
		expect(outcome.error?.message).toContain('2 of 3 items were written');
		fixture.service.faults.clear();
		return outcome;
	}

	const retried = async (run: Outcome['run'], credential: SvcCredential, settings = {}) =>
		await fixture.retry(run, { ...create(), items: notes(3), credential, settings } as never);

	it('another account writes everything to that account', async () => {
		const { run } = await failed();
		const credential = { ...fixture.credential, apiKey: fixture.service.keys.b };
		const { items } = await retried(run, credential);
		expect(linksOf(items)).toEqual([0, 1, 2]);
		expect(texts('b')).toEqual(expect.arrayContaining(['note 0', 'note 1', 'note 2']));
		expect(texts('a')).toHaveLength(2);
	});

	it('the same account, with another key, writes the rest', async () => {
		const { run } = await failed();
		const credential = { ...fixture.credential, apiKey: fixture.service.addKey('a') };
		const { items } = await retried(run, credential);
		expect(linksOf(items)).toEqual([0, 1, 2]);
		expect(texts('a').sort()).toEqual(['note 0', 'note 1', 'note 2']);
	});

	it('an unreadable account fails the items that were written, and says why', async () => {
		const { run } = await failed();
		const credential = { ...fixture.credential, apiKey: fixture.service.addKey('a') };
		fixture.service.faults.add({
			operation: 'getCurrentUserProfile',
			status: 503,
			times: Infinity,
		});
		const settings = { onError: 'continueErrorOutput' } as const;
		const { errors, items } = await retried(run, credential, settings);
		expect(linksOf(items)).toEqual([2]);
		expect(jsonOf(errors).map(({ error }) => error)).toEqual([
			'The record was written in an earlier try, possibly for another account [item 1 of 3]',
			'The record was written in an earlier try, possibly for another account [item 2 of 3]',
		]);
		expect(texts('a')).toHaveLength(3);
	});
});

describe('"Retry execution" with corrected values', () => {
	const own = () =>
		[...fixture.service.account('a').records.values()].filter(
			({ state, locked, creator_user_ref }) =>
				state === 'available' &&
				!locked &&
				creator_user_ref === fixture.service.account('a').profile.user_ref,
		);

	it('sends an update again if its values were corrected', async () => {
		const [one, two] = own();
		const update = (title: string) => ({
			node: 'svcRecords',
			parameters: {
				resource: 'record',
				operation: 'update',
				record: uid('={{ $json.uid }}'),
				updateFields: { title },
			} as never,
			items: [{ uid: one.record_uid }, { uid: two.record_uid }],
		});
		fixture.service.faults.add({
			operation: 'updateRecords',
			match: ({ body }) =>
				(body!.items as IDataObject[]).some(({ record_uid }) => record_uid === two.record_uid),
			status: 400,
			times: 2,
		});
		const { run } = await fixture.run(update('Old'));
		expect(one.title).toBe('Old');
		const { items } = await fixture.retry(run, update('Corrected'));
		expect(items).toHaveLength(2);
		expect([one.title, two.title]).toEqual(['Corrected', 'Corrected']);
	});

	it('does not write a record a second time, and says that the first one exists', async () => {
		refuse('note 1');
		const outcome = await fixture.run({ ...create(), items: notes(2) });
		fixture.service.faults.clear();
		const { errors, items } = await fixture.retry(outcome.run, {
			...create('={{ $json.text + "!" }}'),
			items: notes(2),
			settings: { onError: 'continueErrorOutput' },
		} as never);
		expect(linksOf(items)).toEqual([1]);
		const [first] = [...fixture.service.account('a').records.values()].filter(
			({ text_content }) => text_content === 'note 0',
		);
		expect(jsonOf(errors)[0]).toMatchObject({
			error: `An earlier try wrote the record with other content (${first.record_uid}), so it is not written again [item 1 of 2]`,
			details: { reason: 'already_written' },
		});
		expect(texts().sort()).toEqual(['note 0', 'note 1!']);
	});

	it('returns the written output if the values are the same', async () => {
		refuse('note 1');
		const { run } = await fixture.run({ ...create(), items: notes(2) });
		fixture.service.faults.clear();
		const { items } = await fixture.retry(run, { ...create(), items: notes(2) } as never);
		expect(linksOf(items)).toEqual([0, 1]);
		expect(texts().sort()).toEqual(['note 0', 'note 1']);
	});
});

describe('Retry On Fail, in the same execution', () => {
	it('does not write items again although {{ $now }} has changed', async () => {
		refuse('note 1', 2);
		const { items, error } = await fixture.run({
			...create('={{ $json.text === "note 0" ? "note " + $now.toMillis() : $json.text }}'),
			items: notes(2),
			settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		});
		expect(error).toBeUndefined();
		expect(linksOf(items)).toEqual([0, 1]);
		expect(texts()).toHaveLength(2);
	});
});

describe('the memory of many items', () => {
	it('takes less than 300 bytes an item, and restores the outputs of 6,000', async () => {
		refuse('note 5999');
		const outcome = await fixture.run({ ...create(), items: notes(6000) });
		expect(outcome.error?.message).toMatch(/\(59\d\d of 6000 items were written/);
		expect(outcome.error?.description).toMatch(/written: 1-\d+.*; not written: .*6000/);
		expect(contextOf(outcome).length).toBeLessThan(6000 * 300);
		fixture.service.faults.clear();
		const { items, error } = await fixture.retry(outcome.run, {
			...create(),
			items: notes(6000),
		} as never);
		expect(error).toBeUndefined();
		expect(linksOf(items)).toEqual(notes(6000).map((_note, i) => i));
		expect(texts()).toHaveLength(6000);
		expect(new Set(jsonOf(items).map(({ record_uid }) => record_uid)).size).toBe(6000);
	});

	it('in a form that it does not know is refused, and nothing is sent', async () => {
		refuse('note 1');
		const { run } = await fixture.run({ ...create(), items: notes(2) });
		fixture.service.faults.clear();
		const [context] = Object.values(run.data.executionData!.contextData);
		Object.assign((context as { svc: object }).svc, { version: 2 });
		const sent = fixture.requests.length;
		const { error } = await fixture.retry(run, { ...create(), items: notes(2) } as never);
		expect(error?.message).toContain('was begun with another version of n8n-nodes-svc');
		expect(fixture.requests).toHaveLength(sent);
	});
});
