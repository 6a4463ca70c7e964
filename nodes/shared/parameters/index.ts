/** Values checked and converted. Areas import this layer from here. */
export { codePoints } from './converters';
export {
	atMostTogether,
	before,
	neededWhen,
	notAfter,
	notEndless,
	ownKeyWith,
	type Rule,
} from './rules';
