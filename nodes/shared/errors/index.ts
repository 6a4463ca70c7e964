/** Failures and their words. Areas import this layer from here. */
export { FailureError } from './failure';
export { truncate } from './format';
export { notReadable, rejection } from './rejections';
