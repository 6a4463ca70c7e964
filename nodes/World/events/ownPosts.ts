import type { IDataObject } from 'n8n-workflow';

import { paginate } from '../../shared/api';
import type { Reader } from '../../shared/polling';

/** All posts of the account in any state, page by page (queryWorldRecords). */
export async function* ownPosts({ ask }: Reader): AsyncGenerator<IDataObject[]> {
	const source = { url: '/api/v1/world/records/query', ask };
	for await (const { rows } of paginate(source, { scope: 'mine' })) yield rows;
}
