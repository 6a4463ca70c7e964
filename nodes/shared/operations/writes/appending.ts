import type { IDataObject } from 'n8n-workflow';

import { tryTo } from '../../api/answer';
import { FailureError, failureOf } from '../../errors/failure';
import { digestOf } from '../digest';
import type { Settings } from '../settings';
import type { Steps, Write } from './write';
import { changedSince } from './writeFailures';

/** Content of an item that is made from the object, such as its text with something added. */
interface Merge {
	/** The field, of the request and of the object */
	field: string;
	/** The item of the request */
	merge: (item: IDataObject, entity: IDataObject, settings: Settings) => IDataObject;
	/** The contract's reason for an object that was changed after it was read: it is read and written again */
	outdated: string;
}

/** Requests whose content is made from the object, which is read before every try. */
export function appending(
	{ thing, made }: Pick<Write, 'thing' | 'made'>,
	{ field, merge, outdated }: Merge,
): Steps {
	return {
		outdated,
		next({ item, entity, doubt, earlier, expected = {} }, request) {
			const merged = tryTo(() => merge(request, entity!, item.input.settings));
			if (merged instanceof Error) return { error: new FailureError(failureOf(merged)) };
			const before = earlier?.expected ?? {};
			// Without a doubt, or if nobody has changed the object since, so that the same request is sent again
			if (!doubt || digestOf(expected) === digestOf(before)) return { fields: merged };
			// The object shows whether the earlier request was carried out
			const sent = { ...item.body, [field]: entity![field] };
			const isSent = earlier?.request === digestOf({ ...sent, ...before });
			const outcome = isSent && made?.(entity!, sent, {});
			return outcome ? { outcome, sent } : { error: changedSince(thing) };
		},
	};
}
