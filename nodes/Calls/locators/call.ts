import { isObject, textOf } from '../../shared/api';
import type { Field } from '../../shared/fields';
import { formatTime, listSearch, locator, pagedSource } from '../../shared/locators';

/** A call, chosen from those of the last 30 days or given by its UID. */
export const call: Field = {
	...locator({
		displayName: 'Call',
		name: 'call',
		description: 'A call of the account',
		searchListMethod: 'searchCalls',
		placeholder: 'e.g. call_3e55',
	}),
	required: true,
	routing: { send: { type: 'body', property: 'call_uid' } },
};

/** Calls of the last 30 days for the list, latest first (queryCalls); the contract cannot search them. */
export const searchCalls = listSearch({
	all: pagedSource('/api/v1/calls/query'),
	entry: ({ started_at, participants, ...row }) => ({
		name: `${formatTime(started_at)}: ${others(participants)}`,
		value: textOf(row, 'call_uid'),
	}),
});

function others(participants: unknown): string {
	const people = Array.isArray(participants) ? participants.filter(isObject) : [];
	const names = people.filter(({ is_self }) => !is_self).map((each) => each.display_name);
	return names.length > 0 ? names.join(', ') : 'nobody else';
}
