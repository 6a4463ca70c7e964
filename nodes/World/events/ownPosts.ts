import { paginate } from '../../shared/api';
import type { Bounds, Reader } from '../../shared/polling';

/** Posts of the account, page by page (queryWorldRecords): in any state, or the published ones since a time. */
export function ownPosts({ ask }: Reader, { cursor, from = -Infinity }: Partial<Bounds> = {}) {
	const source = { url: '/api/v1/world/records/query' as const, ask };
	const since = isFinite(from) ? { start_at: from } : {};
	return paginate(source, { scope: 'mine', ...since }, { from: cursor });
}
