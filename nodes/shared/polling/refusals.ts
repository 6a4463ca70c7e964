import { FailureError } from '../errors/failure';
import type { RowPage } from './event';

/** HTTP statuses from 400 to 499 whose cause is not the object that a request names: key, proxy, or time. */
const OTHER_CAUSES = [401, 407, 408, 425, 429];

/** True for a failure by which the service itself refuses what a request asks for. Another object may still be read. */
function isRefusal({ failure: { status = 0, isOwn, transient } }: FailureError): boolean {
	const isClients = status >= 400 && status < 500 && !OTHER_CAUSES.includes(status);
	return isClients && isOwn === true && !transient;
}

/** The last page of a parent that the service refuses, if that is what the error says; else throws it. */
export function refusedPage(error: unknown, parent: string): Pick<RowPage, 'rows' | 'refused'> {
	if (!(error instanceof FailureError) || !isRefusal(error)) throw error;
	const { status } = error.failure;
	return { rows: [], refused: { parent, reason: error.message, status } };
}
