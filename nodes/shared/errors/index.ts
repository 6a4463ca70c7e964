/** Failures and their words. What areas need of this layer. */
export { FailureError } from './failure';
export { truncate } from './format';
export { notReadable, rejection } from './rejections';
