/** Public part of the layer `operations`, with the rules, failures and time windows of lower layers that operations need. */
export { closedWindows } from '../api/time';
export { FailureError, isRefusal, notReadable, rejection, truncate } from '../errors';
export {
	atMostTogether,
	chosenSpan,
	daysInOrder,
	inOrder,
	inPeriod,
	notEndless,
	ownKeyWith,
	ownTimeWith,
	spanOf,
	type ValueSettings,
} from '../values';
export { Made, type Row } from '../rows/row';
export { declare } from './declare';
export * from './endpoint';
export {
	single,
	outcomeOf,
	unlessFound,
	wantsOutcome,
	requestsAfter,
	withTextFile,
	type Settings,
} from './endpoint';
export { getExact } from './endpoints/getExact';
export { list } from './endpoints/list';
export { resolve } from './endpoints/resolve';
export { listEndpoint, pagesInParts, readWindows, writesFile } from './listing';
export { operation, type Operation, type Resource } from './operation';
export { failUnready, type Readiness, type States, whenReady } from './readiness';
export { rawRead, rawWrite } from './endpoints/passThrough';
export { appending, stepwise } from './writes/steps';
export { batchWrite } from './writes/batchWrite';
export { inParts } from './writes/inParts';
export { onceOf } from './writes/writeOnce';
export { hasText } from './writes/verdicts';
export { currentVersion, isChangeable, refusedChange, unchangeable } from './writes/recordVersion';
export type { Expected, Write } from './writes/write';
