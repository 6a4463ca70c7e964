import type { IDataObject } from 'n8n-workflow';

import { FailureError } from '../../errors/failure';
import type { Settings } from '../settings';
import type { Steps } from './write';

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
