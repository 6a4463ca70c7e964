import type { IDataObject } from 'n8n-workflow';

import { uid } from '../../dev/contract/choices';
import { jsonOf, useService } from '../support/useService';

/** Errors name their item by one number, counted from 1, and only among several items. */

const fixture = useService();

const get = (more: IDataObject = {}) => ({
	node: 'svcRecords',
	parameters: { resource: 'record', operation: 'get', record: uid('={{ $json.id }}'), ...more },
});
const create = () => ({
	node: 'svcArrangements',
	parameters: { resource: 'arrangement', operation: 'create', title: '={{ $json.id }}' },
});
const known = () => [...fixture.service.account('a').records.keys()][0];

/** An item that fails behind as many others that do not. */
const behind = (others: number, id = 'rec_none') => [
	...Array.from({ length: others }, () => ({ id: known() })),
	{ id },
];

interface Door {
	node: string;
	parameters: IDataObject;
	items: IDataObject[];
	onError?: 'continueRegularOutput' | 'continueErrorOutput';
}

it.each<[string, () => Door, RegExp]>([
	['thrown, alone', () => ({ ...get(), items: behind(0) }), /with this key$/],
	['thrown, the third', () => ({ ...get(), items: behind(2) }), /with this key \[item 3 of 3\]$/],
	[
		'on the regular output, alone',
		() => ({ ...get(), items: behind(0), onError: 'continueRegularOutput' }),
		/with this key$/,
	],
	[
		'on the regular output, the second',
		() => ({ ...get(), items: behind(1), onError: 'continueRegularOutput' }),
		/with this key \[item 2 of 2\]$/,
	],
	[
		'on the error output, alone',
		() => ({ ...get(), items: behind(0), onError: 'continueErrorOutput' }),
		/with this key$/,
	],
	[
		'on the error output, the second',
		() => ({ ...get(), items: behind(1), onError: 'continueErrorOutput' }),
		/with this key \[item 2 of 2\]$/,
	],
	['invalid, alone', () => ({ ...create(), items: [{ id: '' }] }), /^'Title' is empty$/],
	[
		'invalid, the second',
		() => ({ ...create(), items: behind(1, '') }),
		/^'Title' is empty \[item 2 of 2\]$/,
	],
	[
		'invalid, two of three',
		() => ({ ...create(), items: [...behind(1, ''), { id: '' }] }),
		/^2 of 3 items are not valid: item 2: 'Title' is empty; item 3: 'Title' is empty$/,
	],
	[
		"in n8n's routing, alone",
		() => ({ ...get({ operation: '={{ "get" }}' }), items: behind(0) }),
		/cannot be expressions$/,
	],
	[
		"in n8n's routing, the first",
		() => ({
			...get({ operation: '={{ "get" }}' }),
			items: behind(1),
			onError: 'continueRegularOutput',
		}),
		/cannot be expressions \[item 1 of 2\]$/,
	],
	['in a tool', () => ({ ...get(), node: 'svcRecordsTool', items: behind(0) }), /^(?!.*\[item)/],
	[
		'with Batching, the third',
		() => ({
			...get({ requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 1 } } } }),
			items: behind(2),
		}),
		/with this key \[item 3 of 3\]$/,
	],
])('%s', async (_door, setup, message) => {
	const { onError, ...run } = setup();
	const { error, errors, items } = await fixture.run({ ...run, settings: { onError } } as never);
	const rows = [...jsonOf(errors), ...jsonOf(items)] as IDataObject[];
	const told = error?.message ?? rows.find((row) => row.error !== undefined)?.error;
	expect(told).toMatch(message);
	expect(String(told)).not.toMatch(/row \d/);
});

it('of a wrong key names no item, since it belongs to none', async () => {
	const { error } = await fixture.run({
		...get(),
		items: behind(0),
		credential: { ...fixture.credential, apiKey: 'svc_wrong' },
	} as never);
	expect(error?.message).toMatch(/^The service did not accept the API key: /);
});

it('leave n8n no second number, which its editor would add to the message, counted from 0', async () => {
	const { error } = await fixture.run({ ...get(), items: behind(2) });
	expect(error?.message).toMatch(/ \[item 3 of 3\]$/);
	expect(error?.context.itemIndex).toBeUndefined();
});
