import type { IDataObject, INodeParameters } from 'n8n-workflow';
import crypto from 'node:crypto';

import { uid } from '../contract/choices';
import { pollNode } from '../engine/pollNode';
import { runNode } from '../engine/runNode';
import { startService } from '../fake-service';

/** A journey through the code: something that users do often. */
export interface Journey {
	name: string;
	/** Makes the journey; returns the number of its output items */
	run: () => Promise<number>;
	/** Expected number of output items: a journey that ends early looks short */
	items: number;
}

/** The time of all journeys: no move depends on how fast the machine is. */
const NOW = Date.UTC(2026, 1, 2, 8);

const MINUTE = 60_000;

/** Starts the fake service, and returns the journeys in the order in which they have to be made. */
export async function prepare(): Promise<{ journeys: Journey[]; close: () => Promise<void> }> {
	const service = await startService({ now: NOW });
	Date.now = () => service.now();
	// The keys of writes determine the UIDs of the fake service, and so the order of its rows
	let keys = 0;
	crypto.randomUUID = () => `00000000-0000-4000-8000-${String(++keys).padStart(12, '0')}`;
	const account = service.account('a');
	const credential = { baseUrl: service.url, apiKey: service.keys.a };

	const run = async (node: string, parameters: INodeParameters, items?: IDataObject[]) =>
		(await runNode({ node, parameters, items, credential })).items;
	const record = async (operation: string, parameters: INodeParameters, items?: IDataObject[]) =>
		await run('svcRecords', { resource: 'record', operation, ...parameters }, items);
	const send = async (parameters: INodeParameters) =>
		(await run('svcChat', { resource: 'message', operation: 'send', text: 'Tea?', ...parameters }))
			.length;

	const [{ json: made }] = await record('create', { text: 'Glaze the bowls' });
	const own = { record: uid(made.record_uid as string) };
	const [conversation] = account.conversations.keys();
	const person = [...account.people.keys()].find((each) => each !== account.profile.user_ref)!;

	let stored: IDataObject = {};
	const poll = async () => {
		service.advance(MINUTE);
		const parameters = { event: 'newCall' };
		const setup = { node: 'svcCallsTrigger', parameters, credential, stored, workflow: 'walk' };
		const polled = await pollNode(setup);
		({ stored } = polled);
		return polled.items.length;
	};
	const pollAfterCall = async () => {
		const [call] = account.calls.values();
		const call_uid = `call_${service.now()}`;
		account.calls.set(call_uid, { ...call, call_uid, created_at: service.now() });
		return await poll();
	};

	const ten = Array.from({ length: 10 }, (_, index) => ({ text: `Bowl ${index}` }));
	const journeys: Journey[] = [
		{
			name: 'get the profile',
			run: async () => (await run('svcAccount', { resource: 'profile', operation: 'get' })).length,
			items: 1,
		},
		{
			name: 'get a record',
			run: async () => (await record('get', own)).length,
			items: 1,
		},
		{
			name: 'create a record',
			run: async () => (await record('create', { text: 'Glaze the bowls' })).length,
			items: 1,
		},
		{
			name: 'create ten records',
			run: async () => (await record('create', { text: '={{ $json.text }}' }, ten)).length,
			items: 10,
		},
		{
			name: 'update a record',
			run: async () => (await record('update', { ...own, updateFields: { text: 'Done' } })).length,
			items: 1,
		},
		{
			name: 'get many records (50)',
			run: async () => (await record('getAll', { limit: 50 })).length,
			items: 50,
		},
		{
			name: 'send to a conversation',
			run: async () => await send({ conversation: uid(conversation) }),
			items: 1,
		},
		{
			name: 'send to a person',
			run: async () => await send({ sendTo: 'person', person: uid(person) }),
			items: 1,
		},
		{
			name: 'get a missing record',
			run: async () => (await record('get', { record: uid('record_missing') })).length,
			items: 0,
		},
		{ name: 'poll calls, none new', run: poll, items: 0 },
		{ name: 'poll calls, one new', run: pollAfterCall, items: 1 },
	];
	return { journeys, close: async () => await service.close() };
}
