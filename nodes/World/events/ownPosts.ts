import { paginate } from '../../shared/api';
import type { Reader } from '../../shared/polling';

/** Posts of the account, page by page (queryWorldRecords): in any state, or the published ones since `start_at`. */
export function ownPosts({ ask }: Reader, cursor?: string, since?: { start_at: number }) {
	const source = { url: '/api/v1/world/records/query' as const, ask };
	return paginate(source, { scope: 'mine', ...since }, { from: cursor });
}
