import { useFakeService } from '../fakeService';
import { unwatched, watched } from '../watchedBody';

const { service, a } = useFakeService();
afterEach(() => (service.reads = undefined));

it('tells which fields of a request its handler has read', async () => {
	service.reads = new Map();
	await a.data('queryCalls', { directions: ['incoming'], limit: 3 });
	const read = [...service.reads.get('queryCalls')!];
	expect(read).toEqual(expect.arrayContaining(['directions', 'directions.[]', 'limit']));
});

it('does not count a field that only the binding of a cursor has', () => {
	const seen = new Set<string>();
	const body = watched({ query: 'a', items: [{ role: 'owner', id: 1 }, 'text'] }, seen);
	expect({ ...unwatched(body) }).toEqual({ query: 'a', items: [{ role: 'owner', id: 1 }, 'text'] });
	expect([...seen]).toEqual([]);
	const { id } = body.items[0] as { id: number };
	expect([id, ...seen]).toEqual([1, 'items', 'items.[]', 'items.[].id']);
});
