import type { IDataObject } from 'n8n-workflow';

import { looked } from '../../api/answer';
import { objectsOf } from '../../api/batchGet';
import { hasSucceeded } from './interpret';
import { wishOf, type Write, type WriteItem } from './write';

/**
 * Outcomes that the node learns by reading the objects after the request: for rejected items whose earlier try
 * got no answer and may have made the change, for items whose outcome the service does not know, and for writes
 * with undocumented statuses.
 */
export async function madeAsRead(
	items: WriteItem[],
	write: Write,
	outcomeOf: (item: WriteItem) => IDataObject | Error,
): Promise<Map<WriteItem, IDataObject | Error | undefined>> {
	const { made, readBack: read = write.expected?.[0].read } = write;
	const found = new Map<WriteItem, IDataObject | Error | undefined>();
	const asked = items.filter((item) => {
		const outcome = outcomeOf(item);
		if (outcome instanceof Error) return false;
		if (write.isRead) return true;
		if (write.uncertain?.is(outcome)) return write.uncertain.then === 'read';
		return !hasSucceeded(write, outcome) && item.doubt;
	});
	if (!made || !read || asked.length === 0) return found;
	const wishes = asked.map(({ item }) => item);
	const entityOf = await objectsOf(read, items[0].input, wishes);
	for (const item of asked) {
		const entity = entityOf(item.item);
		if (!entity) continue;
		const shown = (wish: IDataObject) =>
			looked(() => made(entity as IDataObject, wish, outcomeOf(item) as IDataObject));
		// An earlier try may have made all of it, or the step of this request
		found.set(item, entity instanceof Error ? entity : (shown(wishOf(item)) ?? shown(item.item)));
	}
	return found;
}
