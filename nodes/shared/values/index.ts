/** Public part of the layer `values`: reads, checks and converts parameters. */
export { codePoints, type ValueSettings } from './converters';
export { toDay } from './dates';
export { chosenSpan, inPeriod, spanOf } from './periods';
export type { FinishContext } from './readParameters';
export * from './rules';
