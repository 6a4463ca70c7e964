import type { NodeApiError } from 'n8n-workflow';

import { FailureError, nodeError } from '../errors/failure';
import { LIMITS } from '../limits';
import type { ReadItem } from './endpoint';
import type { Operation } from './operation';
import type { Run } from './run';

/** The error that ends the node before its first request, with On Error = stop: it names up to ten invalid items. */
export function refusalOfAll(
	{ functions, caller, scope }: Run,
	{ fields }: Operation,
	items: ReadItem[],
): NodeApiError {
	const node = functions.getNode();
	const failed = items.flatMap((item, index) => {
		if (!(item instanceof FailureError)) return [];
		const { failure } = item;
		return [{ index, failure: caller.wordsOf?.(failure, fields) ?? failure }];
	});
	const invalid = failed.filter(({ failure }) => failure.unsent);
	const others = !scope.single && failed.length < items.length;
	const [{ index, failure }] = invalid.length > 0 ? invalid : failed;
	const place = { index, count: items.length };
	if (invalid.length === 0) return nodeError(node, failure, place, others);
	const unsent = 'all';
	if (invalid.length === 1) return nodeError(node, { ...failure, unsent }, place, others);
	if (scope.single) {
		const messages = [...new Set(invalid.map((each) => each.failure.message))];
		return nodeError(node, { ...failure, message: messages.join('; '), unsent });
	}
	const listed = invalid
		.slice(0, LIMITS.namedItems)
		.map((each) => `item ${each.index + 1}: ${each.failure.message}`);
	const more = invalid.length > listed.length ? ` and ${invalid.length - listed.length} more` : '';
	const message = `${invalid.length} of ${items.length} items are not valid: ${listed.join('; ')}${more}`;
	return nodeError(node, { ...failure, message, unsent }, undefined, others);
}
