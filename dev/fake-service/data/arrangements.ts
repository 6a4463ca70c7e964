import type { Always, Documented } from '../../contract/types';
import { Store } from '../store';
import type { PeopleData } from './people';
import type { RecordsData } from './records';
import { day, hour, minute, randomFor, type Seeding } from './seeding';
import { errands, notes } from './words';

export type ArrangementStatus = Documented<'Arrangement'>['status'];

export interface StoredArrangement extends Always<
	Documented<'Arrangement'>,
	'title' | 'created_at'
> {
	/** Related records. */
	record_uids: string[];
}

export interface ArrangementsData {
	arrangements: Store<StoredArrangement>;
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

export function seedArrangements(
	seeding: Seeding,
	{ people }: PeopleData,
	{ topics, records }: RecordsData,
): ArrangementsData {
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
