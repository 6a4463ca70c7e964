/** Values checked and converted. What areas need of this layer. */
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
