import { fromInput } from '../../contract/choices';
import { forEach, once, type Area } from '../area';

const all = { returnAll: true };
const conversation = fromInput('conversation_uid');

export const reads: Area['reads'] = {
	'conversation > getAll': () => once(all),
	'conversation > find': () => once({ query: 'a', ...all }),
	'conversation > get': ({ importedConversations }) =>
		forEach(importedConversations.values(), { conversation }),
	'message > getAll': ({ importedConversations }) =>
		forEach(importedConversations.values(), { conversation, ...all }),
	'message > get': ({ importedMessages }) =>
		forEach([...importedMessages.values()].slice(0, 100), {
			messageUid: '={{ $json.message_uid }}',
		}),
	'groupMember > getAll': ({ importedConversations }) =>
		forEach(importedConversations.values(), { conversation, ...all }),
};
