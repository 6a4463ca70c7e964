import { peopleById, uid } from '../../contract/choices';
import type { Area, EventCase } from '../area';

const record: EventCase['happen'] = (time, number) => ({
	record: { record_uid: `record_${number}`, send_at: time },
});

export const events: Area['events'] = {
	newRecord: {
		words: { lookback: '1 hour', foundBy: 'own time', id: 'UID' },
		filtered: [
			{
				container: 'topic',
				topic: uid('topic_1'),
				filters: {
					creators: peopleById('user_1'),
					origins: ['self', 'topic', 'private_chat', 'group_chat'],
				},
			},
		],
		happen: record,
		burst: record,
	},
};
