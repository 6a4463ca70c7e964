import type { IDataObject } from 'n8n-workflow';

import { overrideLimits } from '../../dev/limits';
import { byName, filterBy } from '../../dev/contract/choices';
import { useTrigger } from './useTrigger';

const { fixture, trigger } = useTrigger();

const REF = 'usr_000000000001';

/** A visible person of that name. */
function addPerson(nickname: string, user_ref = REF): void {
	const { people } = fixture.service.account('a');
	people.set(user_ref, { user_ref, nickname, relationships: ['contact'] });
}

const newRecords = (name: string) =>
	trigger('svcRecordsTrigger', 'newRecord', {
		filters: { creators: filterBy('person', byName(name)) },
	});
const operations = (from = 0) => fixture.requests.slice(from).map(({ operation }) => operation);
const asked = () =>
	fixture.requests
		.filter(({ operation }) => operation === 'queryRecordTimeline')
		.map(({ body }) => (body as IDataObject).creator_user_refs);

it('looks a name up once, and filters by the person from then on', async () => {
	addPerson('Wren Okapi 1');
	const records = newRecords('wren okapi 1');
	await records.poll();
	expect(operations()).toContain('resolvePeople');
	const before = fixture.requests.length;
	for (let i = 0; i < 3; i++) {
		fixture.service.advance(60_000);
		await records.poll();
	}
	expect(operations(before)).not.toContain('resolvePeople');
	expect(fixture.requests.length - before).toBeLessThanOrEqual(6);
	expect(new Set(asked().map((refs) => JSON.stringify(refs)))).toEqual(
		new Set([JSON.stringify([REF])]),
	);
});

it('looks a name up again after an hour', async () => {
	addPerson('Wren Okapi 2');
	const records = newRecords('Wren Okapi 2');
	await records.poll();
	const { people } = fixture.service.account('a');
	people.delete(REF);
	addPerson('Wren Okapi 2', 'usr_000000000002');
	fixture.service.advance(61 * 60_000);
	await records.poll();
	expect(operations().filter((operation) => operation === 'resolvePeople')).toHaveLength(2);
	expect(asked()[asked().length - 1]).toEqual(['usr_000000000002']);
});

it('accepts a new name while the process forgets known ones', async () => {
	overrideLimits({ maxKnownNames: 1 });
	addPerson('Wren Okapi 5');
	addPerson('Kit Moss 5', 'usr_000000000002');
	const records = newRecords('Wren Okapi 5');
	await records.poll();
	records.parameters = newRecords('["Kit Moss 5", "Wren Okapi 5"]').parameters;
	await records.poll();
	fixture.service.advance(60_000);
	await records.poll();
	expect(asked()[asked().length - 1]).toEqual(['usr_000000000002', REF]);
});

it('stores no names', async () => {
	addPerson('Wren Okapi 3');
	const records = newRecords('Wren Okapi 3');
	await records.poll();
	const stored = JSON.stringify(records.stored);
	expect(stored).not.toContain('Okapi');
});

it('lists the people of an ambiguous name, and stores nothing', async () => {
	addPerson('Wren Okapi 4');
	addPerson('Wren Okapi 4', 'usr_000000000002');
	const records = newRecords('Wren Okapi 4');
	const { error } = await records.tryPoll();
	expect(error?.message).toBe('\'Creators\' matches 2 people: "Wren Okapi 4"');
	expect(error?.description).toContain(`"Wren Okapi 4" (contact, ${REF})`);
	expect(records.stored).toEqual({ global: {}, 'node:Svc Trigger': {} });
});

it('accepts topics by name if the node itself filters by topic', async () => {
	const account = fixture.service.account('a');
	account.topics.set('top_1', {
		topic_uid: 'top_1',
		title: 'Okapi Glazes',
		display_path: 'Okapi Glazes',
		valid: true,
	} as never);
	const changes = trigger('svcArrangementsTrigger', 'statusChanged', {
		filters: { topics: filterBy('topic', byName('okapi glazes')) },
	});
	await changes.poll();
	expect(operations()).toContain('resolveRecordContainers');
});
