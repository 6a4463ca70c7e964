import type { IDataObject } from 'n8n-workflow';

import { LIMITS } from '../../nodes/shared/limits';
import { markExisting } from '../../nodes/shared/operations/writes/markExisting';
import { Order } from '../../nodes/shared/operations/writes/plan';
import { Settlement } from '../../nodes/shared/operations/writes/settlement';
import type { Write } from '../../nodes/shared/operations/writes/write';
import type { Answer } from '../../nodes/shared/transport/send';
import { PATH, planned } from './planned';

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
	const { attempts, memory } = await planned(write, [sent, sent], {
		context: {},
		user: `user_${user++}`,
		send,
	});
	const settlement = new Settlement(write, memory, Order.of(memory, PATH));
	const { results } = settlement;
	const [first, second] = attempts.map(({ item }) => item);
	results.set(first, { rows }).set(second, { error: new Error('Failed') });
	await markExisting(attempts, settlement, { serviceTime: NOW } as Answer);
	expect(results.get(second)).toEqual({ error: new Error('Failed') });
	return { rows: (results.get(first) as { rows: IDataObject[] }).rows, reads };
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

it('each row is compared with its own object', async () => {
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

it('a row without Write Once Per is left as it is, and nothing is read', async () => {
	const old = { ...same, created_at: OLD };
	const { rows, reads } = await marked(CONTENTS, [row], [old], {});
	expect(rows).toEqual([row]);
	expect(reads).toEqual([]);
});
