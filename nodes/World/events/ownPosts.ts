import { paginate } from '../../shared/api';
import type { ListPage, ListPosition, Reader } from '../../shared/polling';

/** All posts of the account in any state, page by page (queryWorldRecords). */
export async function* ownPosts(
	{ ask }: Reader,
	{ cursor }: ListPosition = {},
): AsyncGenerator<ListPage> {
	const source = { url: '/api/v1/world/records/query', ask };
	for await (const { rows, next } of paginate(source, { scope: 'mine' }, { from: cursor }))
		yield { rows, next: next === undefined ? next : { cursor: next } };
}
