/** Public part of the layer `errors`: failures and their texts. */
export { FailureError, isDefect } from './failure';
export { truncate } from './format';
export { notReadable, rejection } from './rejections';
