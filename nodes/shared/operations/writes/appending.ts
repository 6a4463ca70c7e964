import type { IDataObject } from 'n8n-workflow';

import { looked } from '../../api/answer';
import { FailureError, failureOf } from '../../errors/failure';
import { LIMITS } from '../../limits';
import type { Settings } from '../settings';
import { digestOf, isDigestOf, KEPT } from './entry';
import { SINGLE, type Course, type Write, type WriteItem } from './write';
import { changedSince } from './writeFailures';

/** Content of an item that is made from the object, such as its text with something added. */
interface Merge {
	/** The field, of the request and of the object */
	field: string;
	/** The item of the request */
	next: (item: IDataObject, entity: IDataObject, settings: Settings) => IDataObject;
	/** The contract's reason for an object that was changed after it was read: it is read and written again */
	outdated: string;
}

/** Course of items whose content is made from the object, which is read before every try. */
export function appending(
	{ thing, made }: Pick<Write, 'thing' | 'made'>,
	{ field, next, outdated }: Merge,
) {
	return (item: WriteItem): Course => {
		let merged: IDataObject | undefined;
		let changes = 0;
		/** Result of an item whose earlier try got no answer: the object shows whether it was carried out. */
		const settleDoubt = (entity: IDataObject) => {
			const { earlier, known = {} } = item;
			// Nobody has changed the object, so nothing was written, and the same request is sent again
			if (digestOf(known) === digestOf(earlier?.expected ?? {})) return undefined;
			const sent = { ...item.item, [field]: entity[field] };
			const isSent = isDigestOf(earlier?.sent, digestOf([entity[field]]));
			const outcome = isSent && made?.(entity, sent, {});
			if (!outcome) return { error: changedSince(thing) };
			// The object has the content already: merged once more, the row would show it twice
			merged = sent;
			return { outcome };
		};
		return {
			...SINGLE,
			readsAgain: true,
			prepare() {
				const entity = item.entity!;
				const content = looked(() =>
					next({ ...item.item, ...item.known }, entity, item.input.settings),
				);
				if (content instanceof Error) return { error: new FailureError(failureOf(content)) };
				merged = content;
				if (item.doubt) return settleDoubt(entity);
				// No earlier than the changes that the content is made from
				item.at = Math.max(Date.now(), item.at);
				return undefined;
			},
			fields: (wish) => merged ?? wish,
			kept: (row) => ({ ...row, ...(merged && { text_end: endOf(merged[field]) }) }),
			retries(reason) {
				if (item.doubt || reason !== outdated || ++changes >= LIMITS.maxOutdated) return false;
				// Another write with another key
				item.at++;
				return true;
			},
			// At random, since executions that were outdated together would read together again
			pause: () => Math.random() * LIMITS.firstBackoff * 2 ** changes,
			memory: () => ({ sent: digestOf([merged?.[field]]).slice(0, KEPT) }),
			tell: ({ failure }) =>
				new FailureError({
					...failure,
					...(changes > 0 && {
						description: `${failure.description ?? ''} The node read the ${thing} and sent the change ${changes} times.`,
					}),
				}),
		};
	};
}

/** Number of characters of the text that the row shows. */
const SHOWN = 200;

/** The last characters of a text. */
function endOf(text: unknown): string {
	return [...String(text)].slice(-SHOWN).join('');
}
