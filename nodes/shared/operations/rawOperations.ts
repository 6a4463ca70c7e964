import type { Path } from '../contract';
import { anyRead, anyWrite } from '../form/writes';
import { passThrough } from './endpoints/passThrough';
import type { Operation } from './operation';

/** An operation whose fields the contract does not list: the JSON of the user is sent unchanged. */
interface RawOperation extends Pick<Operation, 'name' | 'value' | 'action' | 'description'> {
	url: Path;
	/** Notice of a write about its effect on other people, or that it cannot be undone */
	warning?: string;
}

/** A read whose fields the contract does not list. */
export function rawRead({ url, ...texts }: RawOperation): Operation {
	return {
		...inJson(texts),
		routing: { request: { method: 'POST', url } },
		endpoint: passThrough({ writes: false }),
		fields: anyRead,
	};
}

/** A write whose fields the contract does not list. */
export function rawWrite({ url, warning, ...texts }: RawOperation): Operation {
	return {
		...inJson(texts),
		routing: { request: { method: 'POST', url } },
		endpoint: passThrough({ writes: true }),
		fields: anyWrite(warning),
	};
}

/** The texts of an operation, whose name and action say before it is chosen that it takes JSON. */
function inJson<Texts extends { name: string; action: string }>(texts: Texts): Texts {
	return { ...texts, name: `${texts.name} (JSON)`, action: `${texts.action} (JSON)` };
}
