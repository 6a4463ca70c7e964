import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { Field } from '../../operation';
import { locator } from './locator';
import { pagedSource, searchList } from './search';

/** A recording, chosen from the latest or given by its UID. */
export const recording: Field = {
	...locator({
		displayName: 'Recording',
		name: 'recording',
		description: 'A recording of the account',
		searchListMethod: 'searchRecordings',
		placeholder: 'e.g. recording_9d21',
	}),
	required: true,
	routing: { send: { type: 'body', property: 'recording_uid' } },
};

/** Recordings for the list, latest first (queryRecordings); the contract cannot search them. */
export async function searchRecordings(
	this: ILoadOptionsFunctions,
	filter?: string,
	cursor?: string,
): Promise<INodeListSearchResult> {
	return await searchList(this, {
		...pagedSource('/api/v1/recordings/query', { order: 'desc', limit: 50 }),
		cursor,
		containing: filter,
		entry: ({ name, start_at, recording_uid }) => ({
			name: `${String(name || 'Unnamed')} (${timeOf(start_at as number)})`,
			value: String(recording_uid),
		}),
	});
}

/** A time as it stands in a list: to the minute, in UTC. */
export function timeOf(millis: number | string): string {
	return `${new Date(millis).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
