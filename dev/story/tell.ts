import { digest } from '../fake-service/random';
import { Store } from '../fake-service/store';

/** Means to tell a story in few words: days before and after today, lines of a conversation, identifiers of keys. */

const day = 86_400_000;
const minute = 60_000;

/** The identifier of something in the story, the same in every run; its order has no meaning. */
export function uid(kind: string, key: string): string {
	return `${kind}_${digest('story', kind, key).slice(0, 12)}`;
}

export type Calendar = ReturnType<typeof calendarOf>;

/** Times of the story. The present is at or after ten o'clock (UTC) of its today, so that the morning has been. */
export function calendarOf(now: number) {
	const morning = now - 600 * minute;
	const today = morning - (morning % day);
	const write = (days: number, format: Intl.DateTimeFormatOptions) =>
		new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...format }).format(today + days * day);
	return {
		/** A time, such as `-3 14:30`: three days ago at half past two. */
		at(text: string): number {
			const [days, clock = '00:00'] = text.split(' ');
			const [hours, minutes] = clock.split(':').map(Number);
			return today + Number(days) * day + (60 * hours + minutes) * minute;
		},
		/** A text with its days written out: `{+9}` as Saturday 21 March, `{+4:day}` as Monday. */
		say: (text: string) =>
			text
				.replace(/\{([+-]\d+)\}/g, (_, days: string) =>
					write(Number(days), { weekday: 'long', day: 'numeric', month: 'long' }),
				)
				.replace(/\{([+-]\d+):day\}/g, (_, days: string) =>
					write(Number(days), { weekday: 'long' }),
				),
	};
}

/** The lines of a text, without indentation, each divided into its first words and the rest. */
export function linesOf(text: string, words: number): string[][] {
	return text
		.trim()
		.split('\n')
		.map((line) => {
			const parts = line.trim().split(/\s+/);
			return [...parts.slice(0, words), parts.slice(words).join(' ')];
		});
}

/** The cells of a table, one row a line, separated by bars. */
export function rowsOf(text: string): string[][] {
	return text
		.trim()
		.split('\n')
		.map((line) => line.split('|').map((cell) => cell.trim()));
}

export function storeOf<Row>(rows: Row[], uidOf: (row: Row) => string): Store<Row> {
	const store = new Store<Row>();
	for (const row of rows) store.set(uidOf(row), row);
	return store;
}
