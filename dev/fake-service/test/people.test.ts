import { useFakeService } from '../fakeService';

const { service, a } = useFakeService();

async function find(query: string, limit?: number) {
	const { items } = await a.data('/people/resolve', { items: [{ item_id: 'x', query, limit }] });
	expect(items).toHaveLength(1);
	return items[0];
}

describe('finding people', () => {
	it.each(['me', 'Myself', ' ME ', '我', '自己'])('understands %s', async (word) => {
		const { user_ref, nickname, svc_id } = service.account('a').profile;
		const { candidates } = await find(word);
		expect(candidates[0]).toEqual({
			user_ref,
			display_name: nickname,
			svc_id,
			relationships: ['self'],
		});
	});

	it('distinguishes people of the same name', async () => {
		const { candidates, has_more } = await find('ada fields');
		expect(new Set(candidates.map(({ user_ref }: { user_ref: string }) => user_ref)).size).toBe(3);
		expect(has_more).toBe(false);
	});

	it('matches nickname, remark and public ID', async () => {
		const { people } = service.account('a');
		const person = [...people.values()].find(({ remark, svc_id }) => remark && svc_id)!;
		for (const query of [person.nickname, person.remark!, person.svc_id!]) {
			const { candidates } = await find(query, 10);
			expect(candidates).toContainEqual(expect.objectContaining({ user_ref: person.user_ref }));
		}
	});

	it('does not find people without a relationship', async () => {
		const stranger = [...service.account('a').people.values()].find(
			({ relationships, svc_id }) => relationships.length === 0 && svc_id,
		)!;
		expect((await find(stranger.svc_id!)).candidates).toEqual([]);
		expect((await find('')).candidates).toEqual([]);
	});

	it('answers items in their order, with five candidates by default', async () => {
		const items = ['n', 'me', 'zzz'].map((query, i) => ({ item_id: `item ${i}`, query }));
		const answer = await a.data('/people/resolve', { items });
		const lengths = answer.items.map(({ item_id, candidates, has_more }: never) => [
			item_id,
			(candidates as unknown[]).length,
			has_more,
		]);
		expect(lengths[0]).toEqual(['item 0', 5, true]);
		expect(lengths[2]).toEqual(['item 2', 0, false]);
	});
});
