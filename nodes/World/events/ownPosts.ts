import { paginate } from '../../shared/api';
import type { ListPage, ListPosition, Reader } from '../../shared/polling';

/** Posts of the account, page by page (queryWorldRecords): in any state, or the published ones since `start_at`. */
export async function* ownPosts(
	{ ask }: Reader,
	{ cursor }: ListPosition = {},
	since?: { start_at: number },
): AsyncGenerator<ListPage> {
	const source = { url: '/api/v1/world/records/query', ask };
	const filters = { scope: 'mine', ...since };
	for await (const { rows, next } of paginate(source, filters, { from: cursor }))
		yield { rows, next: next === undefined ? next : { cursor: next } };
}
