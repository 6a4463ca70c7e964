import type { NodeApiError } from 'n8n-workflow';

import { type Failure, FailureError, nodeError } from '../errors/failure';
import { declareLimits } from '../limits';
import type { ReadItem } from './endpoint';
import type { Operation } from './operation';
import type { Run } from './run';

const OWN_LIMITS = declareLimits({
	/** Most invalid items in the message of a node that ends because of them */
	namedItems: 10,
});

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
		const messages = [...new Set(invalid.map((each) => each.failure.message))].join('; ');
		const advice = [...kindsOf(invalid).keys()].join(' ');
		return nodeError(node, { ...failure, message: messages, description: advice, unsent });
	}
	const listed = invalid
		.slice(0, OWN_LIMITS.namedItems)
		.map((each) => `item ${each.index + 1}: ${each.failure.message}`);
	const more = invalid.length > listed.length ? ` and ${invalid.length - listed.length} more` : '';
	const message = `${invalid.length} of ${items.length} items are not valid: ${listed.join('; ')}${more}`;
	const description = adviceOn(kindsOf(invalid));
	return nodeError(node, { ...failure, message, description, unsent }, undefined, others);
}

/** The numbers of the items with each advice, counted from 1. */
type Kinds = Map<string, number[]>;

function kindsOf(invalid: Array<{ index: number; failure: Failure }>): Kinds {
	const kinds: Kinds = new Map();
	for (const { index, failure } of invalid) {
		const { description = '' } = failure;
		const items = kinds.get(description) ?? [];
		items.push(index + 1);
		kinds.set(description, items);
	}
	kinds.delete('');
	return kinds;
}

/** The advice of each kind, with the numbers of its items if there are several kinds. */
function adviceOn(kinds: Kinds): string {
	if (kinds.size === 1) return [...kinds.keys()][0];
	return [...kinds]
		.slice(0, OWN_LIMITS.namedItems)
		.map(([advice, items]) => {
			const named = items.slice(0, OWN_LIMITS.namedItems).join(', ');
			const more = items.length > OWN_LIMITS.namedItems ? ', …' : '';
			return `${items.length > 1 ? 'Items' : 'Item'} ${named}${more}: ${advice}`;
		})
		.join(' ');
}
