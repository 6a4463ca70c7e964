/** Values checked and converted. Areas import this layer from here. */
export { codePoints } from './converters';
export { midnight } from './dates';
export {
	atMostTogether,
	daysInOrder,
	inOrder,
	neededWhen,
	notEndless,
	ownKeyWith,
	type Rule,
} from './rules';
