import type { Account } from '../../fake-service/account';
import type { Area } from '../area';

/** Records without a topic that the account can change. */
export const ownRecords = ({ records, profile }: Account) =>
	[...records.values()].filter(
		({ state, locked, creator_user_ref, container, text_content }) =>
			state === 'available' &&
			!locked &&
			creator_user_ref === profile.user_ref &&
			container.kind === 'unclassified' &&
			text_content !== '',
	);

export const objects: Area['objects'] = (account) => ({
	record: ownRecords(account).map(({ record_uid }) => record_uid),
	topic: [...account.topics.values()]
		.filter(({ valid }) => valid)
		.map(({ topic_uid }) => topic_uid),
});

export const rows: Area['rows'] = {
	/** Own messages, by their records and by their places in conversations */
	updateRecords: (account) => {
		const changeable = new Set(ownRecords(account).map(({ record_uid }) => record_uid));
		return [...account.messages.values()].flatMap(
			({ record_uid = '', chat_session_uid, sequence }) =>
				changeable.has(record_uid)
					? [{ record_1: record_uid, chat_1: chat_session_uid, sequence }]
					: [],
		);
	},
};
