import type { IDataObject } from 'n8n-workflow';

import type { ExactRead } from '../../nodes/shared/api/exactRead';
import { readOutcomes } from '../../nodes/shared/operations/writes/verdicts';
import { currentVersion, refusedChange } from '../../nodes/shared/operations/writes/recordVersion';
import type { Write } from '../../nodes/shared/operations/writes/write';
import { planned } from './planned';

/** Outcomes that objects show after the request. */

const READ: ExactRead = {
	path: '/api/v1/record/records/batch-get',
	thing: 'thing',
	keys: ['uid'],
	uids: 'record_uids',
	entity: (result) => (result.gone ? undefined : result),
};
const UPDATE: Write = {
	thing: 'thing',
	target: ['uid'],
	repeat: 'precondition',
	expected: [{ field: 'version', read: READ, value: () => 1, absent: 'gone' }],
	made: (entity, { want }) => (entity.is === want ? { made: want } : undefined),
};

/** What the objects show of items whose request had these outcomes, and the objects that were read. */
async function made(
	write: Write,
	outcomes: Array<IDataObject | Error>,
	object: IDataObject = { is: 1 },
	doubt = true,
	fields: IDataObject = {},
) {
	const reads: unknown[] = [];
	const send = async (_path: string, { record_uids: uids }: IDataObject) => {
		reads.push(uids);
		if (object instanceof Error) throw object;
		const items = (uids as string[]).map((uid) => ({ uid, ...object }));
		return await Promise.resolve({ data: { items } });
	};
	const bodies = outcomes.map((_outcome, i) => ({ uid: `u${i}`, want: 1 }));
	const { attempts } = await planned(write, bodies, { context: {}, user: 'me', send });
	const sent = attempts.map((attempt) => {
		return { ...attempt, doubt, fields: { ...attempt.fields, ...fields } };
	});
	const found = await readOutcomes(sent, write, ({ key }) => outcomes[key.index]);
	return { found: sent.map((attempt) => found.get(attempt)), reads };
}

const rejected = { status: 'rejected' };
const succeeded = { status: 'succeeded' };
const shown = { made: 1 };

it.each<[string, Write, IDataObject, boolean, boolean]>([
	['rejected, and its earlier try may have worked', UPDATE, rejected, true, true],
	['rejected in its first try', UPDATE, rejected, false, false],
	['written', UPDATE, succeeded, true, false],
	[
		'written, of a write whose statuses are not listed',
		{ ...UPDATE, uncertain: 'readAlways' },
		succeeded,
		false,
		true,
	],
	[
		'unknown to the service, which then has to be looked at',
		{ ...UPDATE, uncertain: 'read' },
		{ status: 'unknown' },
		false,
		true,
	],
	[
		'unknown to the service, which is asked again',
		{ ...UPDATE, uncertain: 'repeat' },
		{ status: 'unknown' },
		true,
		false,
	],
	[
		'rejected, of a write that is looked at if that is unknown',
		{ ...UPDATE, uncertain: 'read' },
		rejected,
		true,
		true,
	],
	[
		'rejected, of a write that no object shows',
		{ ...UPDATE, made: undefined },
		rejected,
		true,
		false,
	],
	[
		'rejected, of a write without a read',
		{ ...UPDATE, expected: undefined },
		rejected,
		true,
		false,
	],
])('an item that is %s', async (_what, write, outcome, doubt, isRead) => {
	const { found, reads } = await made(write, [outcome], { is: 1 }, doubt);
	expect(found).toEqual([isRead ? shown : undefined]);
	expect(reads).toHaveLength(isRead ? 1 : 0);
});

it('reads together the objects of the items that ask for it', async () => {
	const outcomes = [rejected, new Error('No outcome'), rejected, succeeded];
	const { found, reads } = await made(UPDATE, outcomes);
	expect(found).toEqual([shown, undefined, shown, undefined]);
	expect(reads).toEqual([['u0', 'u2']]);
});

it.each<[string, IDataObject, IDataObject, unknown]>([
	['does not show the change', { is: 2 }, {}, undefined],
	['cannot be read', { gone: true }, {}, undefined],
	['shows the step of this request, of several', { is: 2 }, { want: 2 }, { made: 2 }],
	['shows all steps', { is: 1 }, { want: 2 }, shown],
])('an object that %s', async (_what, object, fields, outcome) => {
	expect((await made(UPDATE, [rejected], object, true, fields)).found).toEqual([outcome]);
});

it('a failed read, or an object that breaks the contract, is told as such', async () => {
	const lost = await made(UPDATE, [rejected], new Error('Lost') as unknown as IDataObject);
	expect(lost.found).toEqual([new Error('Lost')]);
	const broken = () => {
		throw new Error('Broken');
	};
	expect((await made({ ...UPDATE, made: broken }, [rejected])).found).toEqual([
		new Error('Broken'),
	]);
});

describe('a record', () => {
	const record = { creator_user_ref: 'me', state: 'available', version: 3 };

	it.each<[string, IDataObject, string | undefined, string | undefined]>([
		['of this account', {}, 'me', undefined],
		['of somebody else', {}, 'you', 'not_self_created'],
		['whose account cannot be read', {}, undefined, undefined],
		['that is protected', { state: 'protected' }, 'me', 'protected'],
		['that is deleted', { state: 'deleted' }, 'me', 'not_active'],
	])(
		'%s can be changed, or is refused with the contract’s reason',
		(_which, more, user, reason) => {
			expect(refusedChange({ ...record, ...more }, user)).toBe(reason);
		},
	);

	it('without a version cannot be changed', () => {
		expect(currentVersion.value(record)).toBe(3);
		const value = currentVersion.value({ state: 'protected', version: null });
		expect(value).toMatchObject({ failure: { reason: 'protected' } });
		expect(() => currentVersion.value({ ...record, version: 'three' })).toThrow('version');
	});
});
