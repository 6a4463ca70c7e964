import type { Path } from '../../shared/contract';
import { textsIn } from '../../shared/api';
import { otherPerson, several } from '../../shared/form';
import {
	type batchWrite,
	type Endpoint,
	FailureError,
	type InputItem,
} from '../../shared/operations';
import { omit } from '../../shared/objects';
import { target } from '../locators/target';

/** Request field of the recipients that Only To allows. The contract has none, so it is never sent. */
const ALLOWED = 'chat_session_uids';

/** Option that refuses messages to all but some recipients, whatever the other fields say: for tools and data of others. */
export const onlyTo = several({
	of: target,
	displayName: 'Only To',
	name: 'onlyTo',
	description: 'Conversations and people that may get messages. All others are refused.',
	property: ALLOWED,
	// An expression without a value would allow everybody
	required: true,
});

/** Only To for private chats, of people alone: the chat is not known before it is opened. */
export const onlyWith = several({
	of: otherPerson,
	displayName: 'Only To',
	name: 'onlyTo',
	description: 'People with whom private chats may be opened. All others are refused.',
	property: ALLOWED,
	required: true,
});

/** The endpoint for those whom Only To allows; `field` has the recipient. Others are refused before anything is sent. */
export function limited(endpoint: ReturnType<typeof batchWrite>, field: string): Endpoint {
	return Object.assign(
		async (items: InputItem[], url: Path) => await endpoint(withoutAllowed(items), url),
		endpoint,
		{
			preview: async (items: InputItem[], url: Path) =>
				await endpoint.preview(withoutAllowed(items), url),
			refused: (items: InputItem[]) => {
				const others = items.flatMap((item): Array<[InputItem, FailureError]> => {
					const failure = refuseOthers(item, item.body[field]);
					return failure ? [[item, failure]] : [];
				});
				return new Map([...(endpoint.refused(items) ?? []), ...others]);
			},
		},
	);
}

/** The items as they are sent, without the recipients that Only To allows. */
export function withoutAllowed(items: InputItem[]): InputItem[] {
	return items.map((item) =>
		ALLOWED in item.body ? { ...item, body: omit(item.body, ALLOWED) } : item,
	);
}

/** The failure of an item whose recipient Only To does not have. `ids` are what is known of it: the chat, the person. */
export function refuseOthers({ body }: InputItem, ...ids: unknown[]): FailureError | undefined {
	const { [ALLOWED]: allowed } = body;
	if (allowed === undefined || textsIn(allowed).some((id) => ids.includes(id))) return undefined;
	return new FailureError({
		message: "'Only To' does not have this recipient",
		description: 'No message was sent. Choose another recipient, or add this one to Only To.',
		plain: 'No message was sent. Messages may go to few recipients only, so do not try others.',
	});
}
