import type { IDataObject } from 'n8n-workflow';

import { LIMITS } from '../../nodes/shared/limits';
import { markExisting } from '../../nodes/shared/operations/writes/verdicts';
import type { Write } from '../../nodes/shared/operations/writes/write';
import type { Answer } from '../../nodes/shared/transport/send';
import { planned } from './planned';

/** Rows of items with Write Once Per, whose objects may have existed already. */

const NOW = 1_000_000;
const OLD = NOW - LIMITS.maxRequestTime - 1;
const CREATE: Write = {
	thing: 'thing',
	creates: true,
	repeat: 'idempotencyKey',
	stamp: 'send_at',
	echo: ['title', 'text_content'],
};
const CONTENTS: Write = {
	...CREATE,
	contents: {
		path: '/api/v1/record/records/batch-get',
		thing: 'thing',
		keys: ['uid'],
		uids: 'record_uids',
		entity: ({ object }) => object as IDataObject | undefined,
	},
};

let user = 0;

/** The rows of an item after they were compared with the objects, and the requests for that. */
async function marked(
	write: Write,
	rows: IDataObject[],
	objects: Array<IDataObject | undefined> = [],
	body: IDataObject = { idempotency_key: 'event' },
) {
	const reads: unknown[] = [];
	const send = async (_path: string, { record_uids: uids }: IDataObject) => {
		reads.push(uids);
		const items = rows.map(({ uid }, i) => ({ uid, object: objects[i] }));
		return await Promise.resolve({ data: { items } });
	};
	const sent = { ...body, text_content: 'new', send_at: 5, other: 1 };
	const { items } = await planned(write, [sent, sent], {
		context: {},
		user: `user_${user++}`,
		send,
	});
	items[0].result = { rows };
	items[1].result = { error: new Error('Failed') };
	await markExisting(write, items, { serviceTime: NOW } as Answer, NOW);
	expect(items[1].result).toEqual({ error: new Error('Failed') });
	return { rows: (items[0].result as { rows: IDataObject[] }).rows, reads };
}

const row = { uid: 'u', text_content: 'new' };
const same = { created_at: NOW, text_content: 'new', send_at: 5 };

it.each<[string, IDataObject | undefined, IDataObject | undefined]>([
	['was created by this request', same, undefined],
	['was created as long ago as a request takes', { ...same, created_at: OLD + 1 }, undefined],
	['is older', { ...same, created_at: OLD }, {}],
	['has another text', { ...same, text_content: 'old' }, { text_content: 'old' }],
	['has another time', { ...same, send_at: 4 }, { send_at: 4 }],
	[
		'has other values in fields that the service changes',
		{ ...same, other: 2, uid: 'v' },
		undefined,
	],
	['has no such field', { created_at: NOW }, undefined],
	['cannot be read', undefined, undefined],
	['comes without its content', {}, undefined],
])('a row whose object %s', async (_what, object, changes) => {
	const { rows, reads } = await marked(CONTENTS, [row], [object]);
	expect(rows).toEqual([changes ? { ...row, ...changes, already_written: true } : row]);
	expect(reads).toEqual([['u']]);
});

it('each part of a text is compared with its own object', async () => {
	const parts = [
		{ uid: 'a', text_content: 'one' },
		{ uid: 'b', text_content: 'two' },
	];
	const { rows, reads } = await marked(CONTENTS, parts, [
		{ ...same, text_content: 'one' },
		{ ...same, text_content: 'three' },
	]);
	expect(rows).toEqual([parts[0], { uid: 'b', text_content: 'three', already_written: true }]);
	expect(reads).toEqual([['a', 'b']]);
});

it('a row with the content of its object is compared without a read', async () => {
	const old = { ...row, text_content: 'old' };
	const { rows, reads } = await marked({ ...CREATE, echo: undefined }, [old]);
	expect(rows).toEqual([{ ...old, already_written: true }]);
	expect(reads).toEqual([]);
});

it.each<[string, Write, IDataObject]>([
	['without Write Once Per', CONTENTS, {}],
	['of a change', { ...CONTENTS, creates: undefined }, { idempotency_key: 'event' }],
])('a row %s is left as it is, and nothing is read', async (_what, write, body) => {
	const { rows, reads } = await marked(write, [row], [{ ...same, created_at: OLD }], body);
	expect(rows).toEqual([row]);
	expect(reads).toEqual([]);
});
