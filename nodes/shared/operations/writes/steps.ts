import type { IDataObject } from 'n8n-workflow';

import { tryTo } from '../../api/answer';
import { FailureError, failureOf } from '../../errors/failure';
import { digestOf } from '../../objects';
import type { Settings } from '../endpoint';
import type { Steps, Write } from './write';
import { changedSince } from './writeFailures';

/** A state that one request may not reach. */
interface Change extends Required<Pick<Steps, 'continues' | 'describe'>> {
	/** The request item of the next step */
	step: (item: IDataObject) => IDataObject;
	/** Result of an item that needs no request; `entity` is the object, if the node has read it */
	settled: (
		item: IDataObject,
		settings: Settings,
		entity?: IDataObject,
	) => IDataObject | FailureError | undefined;
}

/** Steps of a change that takes several requests, each of which expects the state that the one before has reached. */
export function stepwise({ step, settled, ...steps }: Change): Steps {
	return {
		...steps,
		next({ item, doubt, earlier, entity }, fields) {
			// Of a request whose outcome is unknown the answer tells more than the object
			const isRepeated = doubt && earlier?.expected;
			const result = isRepeated ? undefined : settled(fields, item.input.settings, entity);
			if (result instanceof FailureError) return { error: result };
			return result ? { row: result } : { fields: step(fields) };
		},
	};
}

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
