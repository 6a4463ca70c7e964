import { anyRead, anyWrite } from '../fields/rawBody';
import { passThrough } from './endpoints/passThrough';
import type { Operation } from './operation';

/** An operation whose fields the contract does not show: the user's JSON goes out as it is. */
interface RawOperation extends Pick<Operation, 'name' | 'value' | 'action' | 'description'> {
	/** Contract path */
	url: string;
	/** Notice of a write: its effect on others, or that it cannot be undone */
	warning?: string;
}

/** A read whose fields are not shown. */
export function rawRead({ url, ...texts }: RawOperation): Operation {
	return {
		...texts,
		routing: { request: { method: 'POST', url } },
		endpoint: passThrough({ writes: false }),
		fields: anyRead,
	};
}

/** A write whose fields are not shown. */
export function rawWrite({ url, warning, ...texts }: RawOperation): Operation {
	return {
		...texts,
		routing: { request: { method: 'POST', url } },
		endpoint: passThrough({ writes: true }),
		fields: anyWrite(warning),
	};
}
