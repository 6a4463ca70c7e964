import type { AccountData } from '../../../fake-service/account';
import type { Answer, Documented } from '../../../contract/types';
import type { Random } from '../../../fake-service/random';
import { Store } from '../../../fake-service/store';
import { day, hour, minute, randomFor, type Seeding } from '../../../fake-service/data/seeding';
import { sentence, textOf } from '../../../fake-service/data/speech';

type Content = Answer<'readRecordingSummary'>;

/** One version of a daily summary or timeline. A change of its text makes cursors within the text invalid. */
export interface StoredSummary
	extends
		Documented<'SummaryVersion'>,
		Required<Pick<Content, 'content_state' | 'format' | 'text'>> {
	/** True if it exists, but the account cannot read it now. */
	unreadable?: boolean;
}

declare module '../../../fake-service/account' {
	interface AccountData {
		summaries: Store<StoredSummary>;
	}
	interface Size {
		/** Versions of summaries and timelines. */
		summaries: number;
	}
}

/** An offset that is not a full hour, so that no midnight equals one of UTC. */
const localOffset = 5 * hour + 45 * minute;

type Fate = Pick<StoredSummary, 'generation_state' | 'content_state' | 'format'>;

const fateInTurn: Fate[] = [
	{ generation_state: 'completed', content_state: 'ready', format: 'markdown' },
	{ generation_state: 'completed', content_state: 'ready', format: 'json' },
	{ generation_state: 'processing', content_state: 'processing', format: 'markdown' },
	{ generation_state: 'completed', content_state: 'ready', format: 'markdown' },
	{ generation_state: 'completed', content_state: 'ready', format: 'text' },
	{ generation_state: 'failed', content_state: 'failed', format: 'markdown' },
	{ generation_state: 'completed', content_state: 'unavailable', format: 'json' },
];

/**
 * Three versions a day, from yesterday backwards: two of the daily summary for the same period, and a timeline of
 * some hours. The first two have bodies of more than 20,000 code points, Markdown and JSON.
 */
export function seedSummaries(seeding: Seeding): Pick<AccountData, 'summaries'> {
	const random = randomFor(seeding, 'summaries');
	const summaries = new Store<StoredSummary>();
	const today = seeding.now - ((seeding.now + localOffset) % day);
	let created_at = 0;
	for (let i = 0; i < seeding.size.summaries; i++) {
		const turn = i % 3;
		const day_start_at = today - (Math.floor(i / 3) + 1) * day;
		const daily = turn < 2;
		const start_at = daily ? day_start_at : day_start_at + random.int(6, 12) * hour;
		const end_at = daily ? day_start_at + day : start_at + random.int(2, 9) * hour;
		// The second version of a day is later than the first, or has the same time.
		if (turn !== 1) created_at = end_at + random.int(0, hour);
		else if (i % 2 === 0) created_at += random.int(0, 5 * hour);
		created_at = Math.min(created_at, seeding.now);
		const fate = fateInTurn[i % fateInTurn.length];
		const summary: StoredSummary = {
			summary_uid: random.uid('sum'),
			kind: daily ? 'daily_summary' : 'timeline',
			content_origin: 'business_recording_summary',
			...fate,
			start_at,
			end_at,
			day_start_at,
			created_at,
			updated_at: random.int(created_at, seeding.now),
			text:
				fate.content_state === 'ready'
					? bodyOf(random, fate.format, start_at, i < 2 ? 45_000 : random.int(200, 2000))
					: '',
		};
		if (random.chance(0.7)) summary.model_display_name = random.pick(['Wren 2', 'Kestrel']);
		if (i % 30 === 14) summary.unreadable = true;
		summaries.set(summary.summary_uid, summary);
	}
	return { summaries };
}

/** A body of at least `length` code points. */
function bodyOf(random: Random, format: Fate['format'], from: number, length: number): string {
	if (format === 'text') return textOf(random, length);
	const lines = Array.from({ length: Math.ceil(length / 80) }, (_, i) => ({
		at: from + i * minute,
		text: textOf(random, 80),
	}));
	return format === 'json'
		? JSON.stringify({ title: 'Timeline ⏱️', entries: lines })
		: `# Day in short 📝\n\n${sentence(random)}\n\n${lines.map(({ text }) => `- ${text}`).join('\n')}\n`;
}
