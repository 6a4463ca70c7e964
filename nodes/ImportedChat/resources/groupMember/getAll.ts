import type { IDataObject } from 'n8n-workflow';

import { options } from '../../../shared/fields/collections';
import { importedConversation } from '../../locators/importedConversation';
import { returnAllOrLimit } from '../../../shared/fields/paging';
import { ifNotFound } from '../../../shared/fields/outcomeOptions';
import type { Operation } from '../../../shared/operations/operation';
import { FailureError } from '../../../shared/errors/failure';
import { truncate } from '../../../shared/errors/format';
import { textOf } from '../../../shared/api/answer';
import { wantsOutcome } from '../../../shared/operations/notFound';
import { list } from '../../../shared/operations/endpoints/list';
import type { InputItem } from '../../../shared/operations/endpoint';

/** listXchatImportGroupMembers: the roster as it was when the group was imported */
export const getAll: Operation = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many imported group members',
	description: 'List who was in an imported group when it was imported',
	routing: { request: { method: 'POST', url: '/api/v1/xchat-import/group-members/list' } },
	endpoint: list({
		check: unlessNoRoster,
		rows: ({ rows, data }) =>
			rows.map((row) => ({
				conversation_uid: data.conversation_uid,
				roster_state: data.roster_state,
				...row,
			})),
	}),
	fields: [
		{ ...importedConversation, description: 'An imported group' },
		...returnAllOrLimit,
		options([ifNotFound]),
	],
};

const WORDS = new Map([
	[
		'unavailable',
		'The roster of the group is not there: it was not saved with the import, or the conversation is not readable with this key',
	],
	['not_group', 'The conversation is not a group, so it has no members to list'],
]);

/** A roster that is not available is no empty roster. */
function unlessNoRoster(data: IDataObject, call: InputItem): IDataObject | undefined {
	const state = truncate(textOf(data, 'roster_state'), 60);
	if (state === 'available') return undefined;
	if (wantsOutcome(call)) return { conversation_uid: data.conversation_uid, roster_state: state };
	throw new FailureError({
		message: WORDS.get(state) ?? `The roster of the group is in state '${state}'`,
		description: 'Choose a group whose roster was imported.',
		reason: state,
	});
}
