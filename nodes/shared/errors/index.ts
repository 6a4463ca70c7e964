/** Public part of the layer `errors`: failures and their texts. */
export { FailureError, isRefusal } from './failure';
export { quoteName, quoteUnlessWord, truncate } from './format';
export { notReadable, rejection } from './rejections';
