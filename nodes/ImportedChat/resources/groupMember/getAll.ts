import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../../../shared/api';
import { ifNotFound, options, returnAllOrLimit, simplify } from '../../../shared/form';
import {
	FailureError,
	type InputItem,
	list,
	operation,
	truncate,
	type Made,
	outcomeOf,
	wantsOutcome,
} from '../../../shared/operations';
import { importedConversation } from '../../locators/importedConversation';

/** listXchatImportGroupMembers: the member list as it was when the group was imported */
export const getAll = operation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many imported group members',
	description: 'List the members that an imported group had when it was imported',
	routing: { request: { method: 'POST', url: '/api/v1/xchat-import/group-members/list' } },
	tool: {
		does: 'Lists the members that an imported group had when it was imported.',
		returns: 'Returns display_name, is_friend and is_self; names only, no identifiers.',
		use: 'Use it for imported groups only.',
	},
	endpoint: list({
		check: unlessNoRoster,
		row: (row, { conversation_uid, roster_state }) => ({ conversation_uid, roster_state, ...row }),
	}),
	output: {
		fields: 'display_name is_friend is_self roster_state conversation_uid',
		answered: 'conversation_uid roster_state display_name avatar_url is_friend is_self',
		without: 'avatar_url',
		text: 'display_name',
	},
	fields: [
		{ ...importedConversation, description: 'An imported group chat' },
		...returnAllOrLimit,
		simplify,
		options([ifNotFound]),
	],
});

const WORDS = new Map([
	[
		'unavailable',
		'The member list of the group is not available: it was not imported, or the conversation is not readable with this key',
	],
	['not_group', 'The conversation is not a group, so it has no member list'],
]);

/** Failure, or with If Not Found the output, of a roster that is not available. It must not look like an empty one. */
function unlessNoRoster(data: IDataObject, call: InputItem): Made | undefined {
	const state = truncate(textOf(data, 'roster_state'), 60);
	if (state === 'available') return undefined;
	if (wantsOutcome(call)) {
		return outcomeOf(call, { conversation_uid: data.conversation_uid, roster_state: state });
	}
	throw new FailureError({
		message: WORDS.get(state) ?? `The member list of the group has the state '${state}'`,
		description: 'Choose a group whose member list was imported.',
		reason: state,
	});
}
