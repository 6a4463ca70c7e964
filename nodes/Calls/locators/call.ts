import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../../shared/api';
import { type Field, listSearch, locator, pagedSource } from '../../shared/form';
import { transcriptNote } from '../../shared/transcripts';
import { isObject } from '../../shared/objects';

function callFrom(searchListMethod: string): Field<'call_uid'> {
	return {
		...locator({
			displayName: 'Call',
			name: 'call',
			description: 'A call of your account',
			searchListMethod,
			placeholder: 'e.g. call_3e55d8b0a61f',
		}),
		required: true,
		routing: { send: { type: 'body', property: 'call_uid' } },
	};
}

/** A call: From List (last 30 days) or By ID. */
export const call = callFrom('searchCalls');

/** A call that was connected: From List (last 30 days) or By ID. */
export const connectedCall = callFrom('searchConnectedCalls');

/** Calls of the last 30 days for From List, latest first (queryCalls). The contract cannot search by name. */
function searchAmong(filters: IDataObject, note: (row: IDataObject) => string = () => '') {
	return listSearch({
		all: pagedSource('/api/v1/calls/query', filters),
		entry: ({ started_at, participants, ...row }, time) => ({
			name: `${time(started_at)}: ${others(participants)}${note(row)}`,
			value: textOf(row, 'call_uid'),
		}),
	});
}

export const searchCalls = searchAmong({});

const connected = { connection_states: ['connected'] };
/** Calls that may have a transcript, with those marked that have none. */
export const searchConnectedCalls = searchAmong(connected, transcriptNote);

function others(participants: unknown): string {
	const people = Array.isArray(participants) ? participants.filter(isObject) : [];
	const names = people.filter(({ is_self }) => !is_self).map((each) => each.display_name);
	return names.length > 0 ? names.join(', ') : 'nobody else';
}
