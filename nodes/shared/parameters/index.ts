/** Public part of the layer `parameters`: reads, checks and converts parameters. */
export { codePoints } from './converters';
export { midnight } from './dates';
export type { Finish } from './readParameters';
export {
	atMostTogether,
	daysInOrder,
	inOrder,
	neededWhen,
	notEndless,
	ownKeyWith,
	ownTimeWith,
	type Rule,
} from './rules';
