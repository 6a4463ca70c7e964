import type { IDataObject } from 'n8n-workflow';

import type { Reader } from '../../shared/polling/event';
import { paginate } from '../../shared/api/paginate';

/** All posts of the account, in whatever state, page by page (queryWorldRecords). */
export async function* ownPosts({ ask }: Reader): AsyncGenerator<IDataObject[]> {
	const send = async (body: IDataObject) => await ask('/api/v1/world/records/query', body);
	for await (const { rows } of paginate(send, { scope: 'mine' }, { max: 100, wanted: Infinity })) {
		yield rows;
	}
}
