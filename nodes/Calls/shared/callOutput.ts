import type { IDataObject } from 'n8n-workflow';

import { listed, type Output } from '../../shared/rows';
import { transcriptOutput } from '../../shared/transcripts';
import { isObject } from '../../shared/objects';

/**
 * Simplified form of a call: `from` is the caller, `with` all participants but the account itself, `connected` all
 * participants who were ever connected, `self_user_ref` the account. Several names or references are separated by
 * commas; fields for several people accept such a list.
 */
export const callOutput: Output = {
	fields: `
		with from started_at duration duration_seconds direction result summary transcript? media_type
		connection_state duration_ms call_uid participants_truncated transcript_state summary_state
		summary_truncated summary_source with_user_refs from_user_ref self_user_ref connected
	`,
	answered: `
		call_uid started_at duration_ms direction connection_state media_type result participants
		participants_truncated transcript_state summary_state summary transcript?
	`,
	nested: { summary: { text: 'summary' } },
	lists: { transcript: transcriptOutput },
	derive: ({ participants }) => {
		if (!Array.isArray(participants)) return {};
		const people = participants.filter(isObject);
		const others = people.filter(({ is_self }) => is_self !== true);
		const callers = people.filter(({ role }) => role === 'caller');
		const self = people.filter(({ is_self }) => is_self === true);
		return {
			with: namesOf(others),
			from: namesOf(callers),
			connected: namesOf(people.filter((person) => person.connected === true)),
			with_user_refs: referencesOf(others),
			from_user_ref: referencesOf(callers),
			self_user_ref: referencesOf(self),
		};
	},
	without: 'participants',
	onRequest: `
		from from_user_ref media_type connection_state duration_ms summary_source self_user_ref connected
	`,
	usual: { participants_truncated: false, summary_truncated: false, summary_state: 'ready' },
	details: 'summary_state',
	text: 'started_at with direction result duration',
	groups: { day: 'started_at', person: 'with with_user_refs', status: 'result' },
};

/** The names of all participants but the account itself. */
export function othersIn(participants: IDataObject[string]): string {
	const people = Array.isArray(participants) ? participants.filter(isObject) : [];
	return namesOf(people.filter(({ is_self }) => is_self !== true));
}

function namesOf(people: IDataObject[]): string {
	return listed(people.map(({ display_name, user_ref }) => display_name || user_ref));
}

function referencesOf(people: IDataObject[]): string {
	return listed(people.map(({ user_ref }) => user_ref));
}
