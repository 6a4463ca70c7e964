import type { AccountData } from '../../fake-service/account';
import type { Area } from '../area';
import type { Always, Documented } from '../../contract/types';
import { Store } from '../../fake-service/store';
import { day, hour, minute, randomFor, type Seeding } from '../../fake-service/data/seeding';
import { errands, notes } from '../../fake-service/data/words';

export type ArrangementStatus = Documented<'Arrangement'>['status'];

export interface StoredArrangement extends Always<
	Documented<'Arrangement'>,
	'title' | 'created_at'
> {
	/** Related records. */
	record_uids: string[];
}

declare module '../../fake-service/account' {
	interface AccountData {
		arrangements: Store<StoredArrangement>;
	}
	interface Size {
		arrangements: number;
	}
}

const statusInTurn: ArrangementStatus[] = [
	'identified',
	'following',
	'following',
	'completed',
	'identified',
	'following',
	'completed',
	'identified',
	'following',
	'deleted',
];

function seedArrangements(
	seeding: Seeding,
	{ people, topics, records }: AccountData,
): Pick<AccountData, 'arrangements'> {
	const random = randomFor(seeding, 'arrangements');
	const names = [...people.values()].map(({ nickname }) => nickname);
	const topicUids = [...topics.values()]
		.filter(({ valid }) => valid)
		.map((topic) => topic.topic_uid);
	const recordUids = [...records.keys()];
	const arrangements = new Store<StoredArrangement>();
	let updated_at = 0;

	for (let i = 0; i < seeding.size.arrangements; i++) {
		const created_at = seeding.now - random.int(1, 60) * day - random.int(0, 86_399_999);
		// Every tenth was updated in the same millisecond as the one before.
		if (i % 10 !== 9 || updated_at < created_at) {
			updated_at = created_at + Math.floor(random.next() * (seeding.now - created_at));
		}
		const arrangement: StoredArrangement = {
			arrangement_uid: random.uid('arr'),
			title: random.pick(errands)(random.pick, random.int, random.pick(names)),
			status: statusInTurn[i % statusInTurn.length],
			reminder_enabled: false,
			version: random.int(1, 6),
			created_at,
			updated_at,
			record_uids: i % 3 === 0 ? random.some(recordUids.slice(0, 100), random.int(1, 2)) : [],
		};
		if (random.chance(0.4)) {
			const { text } = random.pick(notes)(random.pick, random.int, random.pick(names));
			arrangement.description = text;
		}
		if (i % 4 !== 3) {
			// From overdue for a week to due in three; full quarters of an hour, so some coincide.
			const due = seeding.now + random.int(-7 * 24, 21 * 24) * hour;
			arrangement.due_at = due - (due % (15 * minute));
			if (random.chance(0.5)) {
				arrangement.reminder_enabled = true;
				arrangement.remind_at = arrangement.due_at - hour;
				arrangement.reminder_state =
					arrangement.status === 'completed'
						? 'cancelled'
						: arrangement.remind_at < seeding.now
							? 'delivered'
							: 'pending';
			} else if (random.chance(0.5)) {
				arrangement.reminder_state = 'disabled';
			}
		}
		if (random.chance(0.5)) arrangement.topic_uid = random.pick(topicUids);
		arrangements.set(arrangement.arrangement_uid, arrangement);
	}
	return { arrangements };
}

export const data: Area['data'] = { arrangements: seedArrangements };
export const sizes: Area['sizes'] = { arrangements: { a: 60, b: 10 } };
