import { startService, type Service } from '..';
import type { AccountId } from '../auth';
import { createClient } from './client';

const now = Date.UTC(2026, 5, 1);

/** All data of an account, for comparison. */
function dump(service: Service, id: AccountId) {
	const { profile, bindings, people, conversations, topics, records, arrangements } =
		service.account(id);
	return [profile, bindings, people, conversations, topics, records, arrangements].map((part) =>
		part instanceof Map ? [...part.values()] : part,
	);
}

describe('the data', () => {
	it('depends on seed and time only', async () => {
		const services = await Promise.all(
			[{ now }, { now }, { now, seed: 2 }].map((options) => startService(options)),
		);
		const [first, same, other] = services;
		expect(dump(same, 'a')).toEqual(dump(first, 'a'));
		expect(same.keys).toEqual(first.keys);
		expect(other.keys.a).not.toBe(first.keys.a);
		const uids = (service: Service) => [...service.account('a').records.keys()];
		expect(uids(other)).not.toEqual(uids(first));
		expect(dump(first, 'b')).not.toEqual(dump(first, 'a'));
		await Promise.all(services.map((service) => service.close()));
	});

	it('has examples of every kind of object', async () => {
		const service = await startService({ now });
		const { records, arrangements, people, conversations, topics } = service.account('a');
		const kinds = <T>(rows: Iterable<T>, kind: (row: T) => unknown) =>
			[...new Set(Array.from(rows, kind))].sort();
		expect(kinds(records.values(), ({ state }) => state)).toEqual([
			'available',
			'deleted',
			'hidden',
			'protected',
		]);
		expect(kinds(records.values(), ({ origin }) => origin)).toEqual([
			'group_chat',
			'private_chat',
			'self',
			'topic',
		]);
		expect(kinds(records.values(), ({ container }) => container.kind)).toEqual([
			'topic',
			'unclassified',
		]);
		expect(kinds(arrangements.values(), ({ status }) => status)).toEqual([
			'completed',
			'deleted',
			'following',
			'identified',
		]);
		expect(kinds(arrangements.values(), (row) => row.reminder_state ?? '')).toEqual([
			'',
			'cancelled',
			'delivered',
			'disabled',
			'pending',
		]);
		expect(
			kinds(
				[...people.values()].flatMap((p) => p.relationships),
				(kind) => kind,
			),
		).toEqual(['contact', 'private_chat', 'self', 'shared_group']);
		expect(kinds(conversations.values(), ({ kind }) => kind)).toEqual([
			'direct',
			'group',
			'pending',
		]);
		expect(kinds(topics.values(), ({ valid }) => valid)).toEqual([false, true]);
		for (const { send_at } of records.values()) expect(send_at).toBeLessThan(now);
		for (const { created_at, updated_at } of arrangements.values()) {
			expect(created_at).toBeLessThanOrEqual(updated_at);
			expect(updated_at).toBeLessThanOrEqual(now);
		}
		await service.close();
	});

	it('can be empty', async () => {
		const service = await startService({ size: { people: 0, records: 0, arrangements: 0 } });
		const a = createClient(service);
		expect((await a.data('/record/timeline/query')).items).toEqual([]);
		expect((await a.data('/arrangement/query')).items).toEqual([]);
		await service.close();
	});

	it('can be 100,000 records, all of which can be read', async () => {
		const service = await startService({ size: { records: 100_000 } });
		const { rows, pages } = await createClient(service).scan('/record/timeline/query', {
			limit: 150,
		});
		expect(rows).toHaveLength(92_000);
		expect(pages).toHaveLength(614);
		await service.close();
	});
});
