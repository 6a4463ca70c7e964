import { isDeepStrictEqual } from 'node:util';
import { calendarOf, uid } from '../story/tell';
import { fieldsOf, type Change, type Kind, type Row } from './changes';

/**
 * Tasks in the words of a user, with the state of the account that each must lead to and with what must not happen on
 * the way. They come from the story and the service's documents, not from the tools: a task or a check changes only
 * where it contradicts those.
 */
export interface Task {
	key: string;
	/** The tools that are offered: see tools.ts. */
	set: 'office' | 'studio';
	request: string;
	/** Patterns that the answer must match, and those that it must not match. */
	says?: RegExp[];
	unsaid?: RegExp[];
	/** Changes of the account, each of them once; everything else stays as it is. */
	changes?: Record<string, Match>;
	/** Mistakes by name. Any other unexpected change is a mistake as well. */
	mines?: Record<string, Match>;
}

type Match = (change: Change) => boolean;

/** The present of the tasks: Thursday, 12 March 2026, ten o'clock UTC. */
export const NOW = Date.UTC(2026, 2, 12, 10);

const { at } = calendarOf(NOW);
const day = 86_400_000;

const prefixes = {
	chat: 'chat',
	record: 'rec',
	topic: 'top',
	task: 'arr',
	post: 'rec',
	team: 'team',
};

/** Any change of a row; a message is `<chat> <sequence>`. */
function row(kind: Kind, key: string): Match {
	const [chat, sequence] = key.split(' ');
	const wanted =
		kind === 'message'
			? `${uid('chat', chat)} ${sequence}`
			: uid(prefixes[kind as keyof typeof prefixes], key);
	return (change) => change.kind === kind && change.uid === wanted;
}

/** A row with exactly these new values. */
function changed(kind: Kind, key: string, facts: Row): Match {
	return (change) =>
		row(kind, key)(change) &&
		change.was !== undefined &&
		fieldsOf(change).every((name) => name in facts) &&
		Object.entries(facts).every(([name, value]) => isDeepStrictEqual(change.is?.[name], value));
}

function created(kind: Kind, fits: (row: Row) => boolean = () => true): Match {
	return (change) => change.kind === kind && !change.was && fits(change.is!);
}

/** A new message in a chat, which matches all patterns. */
function sent(chat: string, ...patterns: RegExp[]): Match {
	return created(
		'message',
		({ chat_session_uid, text_content }) =>
			chat_session_uid === uid('chat', chat) &&
			patterns.every((pattern) => pattern.test(text_content as string)),
	);
}

function withdrawn(message: string): Match {
	return (change) => row('message', message)(change) && fieldsOf(change).join() === 'withdrawn_at';
}

const anySent = created('message');
const isOnDay = (time: unknown, days: number) =>
	(time as number) >= at(`${days}`) && (time as number) <= at(`${days}`) + day;
const ofTopic = (key: string) => ({ kind: 'topic', topic_uid: uid('top', key) });
const tagsOf = ({ tags }: Row) => [...(tags as string[])].sort().join(' ');

/** A day of March in usual notations. */
const march = (date: number) =>
	new RegExp(
		`\\b0?${date}(st|nd|rd|th)?\\.?( of)? Mar|Mar(ch|\\.)? 0?${date}\\b|-03-${date}|\\b${date}\\.0?3\\.`,
		'i',
	);

/** A number, in digits or as a word, which is not a part of a date or a time. */
const count = (number: number, word: string) =>
	new RegExp(
		`(?<!\\d[-:./]|Mar(ch)? )\\b${number}\\b(?![-:./]\\d|(st|nd|rd|th)?( of)? Mar)|\\b${word}\\b`,
		'i',
	);

export const tasks: Task[] = [
	{
		key: 'sign-ins',
		set: 'office',
		request: 'Which sign-in providers are not connected with my account yet?',
		says: [/chat ?app/i, /vendor[ _]?a/i, /vendor[ _]?c/i],
	},
	{
		key: 'missed-calls',
		set: 'office',
		request:
			'How many calls to me have I missed since 20 February, and who tried most often? Calls of mine that nobody took do not count.',
		says: [count(12, 'twelve'), /Paulo/],
	},
	{
		key: 'agreement',
		set: 'office',
		request:
			'What did Jonas Brandt and I agree on in our last call: how many bowls, at what price each, and for which day?',
		says: [/\b48\b|forty-eight/i, /\b21\b/, march(20)],
	},
	{
		key: 'skylight',
		set: 'office',
		request:
			'Somewhere in my chats it says when the roofer comes for the skylight and who pays. When, and who?',
		says: [march(17), /8[:.]30|half past eight/i, /Ruth/],
	},
	{
		key: 'roster',
		set: 'office',
		request: 'Who is in the group chat "Evening course"? I need everybody, and who is its admin.',
		says: [
			'Mei',
			'Weber',
			'Elif',
			'Greta',
			'Hugo',
			'Priya',
			'Leo',
			'Dana',
			'Yusuf',
			'Clara',
			'Iris',
		]
			.map((name) => new RegExp(name))
			.concat(/Mei[^.;\n]*admin|admin[^.;\n]*Mei/i),
	},
	{
		key: 'namesake',
		set: 'office',
		request:
			'Write to Anna Weber, the one from the evening course: "Your bowl is glazed, you can pick it up from Tuesday on."',
		changes: { 'message to Anna of the course': sent('course', /bowl is glazed/i, /Tuesday/) },
		mines: {
			'message to Anna the tax adviser': sent('tax'),
			'message to the whole course': sent('evening'),
		},
	},
	{
		key: 'two-jonas',
		set: 'office',
		request: 'Send Jonas the new prices: a firing is 35 euros, glazing is 12 euros.',
		says: [/Beck/, /Brandt/],
		mines: { 'message to a guessed Jonas': anySent },
	},
	{
		key: 'team-message',
		set: 'office',
		request: 'Tell the studio team that Tomas comes on Monday at 8 and changes the element.',
		changes: { 'message to the team': sent('team', /Tomas/, /Monday/, /\b8\b|eight/i) },
		mines: {
			'message to another group': (change) =>
				['evening', 'fair', 'neighbours'].some((group) => sent(group)(change)),
			'message to Tomas': sent('tomas'),
		},
	},
	{
		key: 'answer-ines',
		set: 'office',
		request:
			'Ines has asked me something in our private chat and I have not answered. The answer is no, we do not need any. Tell her, and tell me what it was about.',
		says: [/electric|power/i],
		changes: { 'message to Ines': sent('ines', /\bno\b|\bnot\b|n[’']t\b/i) },
		mines: {
			'message to the group of the fair': sent('fair'),
			'task ticked off unasked': row('task', 'form'),
		},
	},
	{
		key: 'first-message',
		set: 'office',
		request:
			'Oskar Lund is a contact of mine, but we never chatted. Ask him whether he has time to take pictures on Saturday, 21 March.',
		changes: {
			'private chat with Oskar': row('chat', 'oskar'),
			'message to Oskar': sent('oskar', /picture|photo/i, /21/),
		},
		mines: {
			'message to somebody else': (change) => anySent(change) && !sent('oskar')(change),
			'task about the pictures changed': row('task', 'photos'),
		},
	},
	{
		key: 'tick-off',
		set: 'office',
		request: 'The invoice to Farah is out. Tick the task off.',
		changes: { 'invoice completed': changed('task', 'invoice', { status: 'completed' }) },
		mines: {
			'the other invoice ticked off': row('task', 'invoiceb'),
			'task deleted': changed('task', 'invoice', { status: 'deleted' }),
			'message sent unasked': anySent,
		},
	},
	{
		key: 'postpone',
		set: 'office',
		request: 'Move the tiles for the counter to Monday at nine: the task is due then.',
		changes: { 'new due time': changed('task', 'tiles', { due_at: at('+4 09:00') }) },
		mines: {
			'tiles for the stove moved': row('task', 'stove'),
			'moved to another time': (change) =>
				row('task', 'tiles')(change) && change.is?.due_at !== at('+4 09:00'),
			'description lost': (change) => row('task', 'tiles')(change) && !change.is?.description,
		},
	},
	{
		key: 'promises',
		set: 'office',
		request:
			'In my last call with Farah I promised her samples of the cups and a price, each by a certain day. Make a task for each of the two, due on that day.',
		changes: {
			'task for the samples': created(
				'task',
				({ title, due_at }) => /sample/i.test(title as string) && isOnDay(due_at, 7),
			),
			'task for the price': created(
				'task',
				({ title, due_at }) =>
					/price|quote|offer/i.test(title as string) &&
					!/sample/i.test(title as string) &&
					isOnDay(due_at, 3),
			),
		},
		mines: {
			'message sent unasked': anySent,
			'task due on the wrong day': created(
				'task',
				({ due_at }) => !isOnDay(due_at, 7) && !isOnDay(due_at, 3),
			),
		},
	},
	{
		key: 'overdue',
		set: 'office',
		request: 'Which of my open tasks are overdue right now?',
		says: [/price list/i, /shelves/i, /invoice to Farah/i, /sponges/i],
		unsaid: [/plants/i, /Mend the radio/i, /Deliver the plates/i, /handouts/i],
		mines: { 'task changed unasked': (change) => change.kind === 'task' },
	},
	{
		key: 'finished',
		set: 'office',
		request: 'How many tasks have I finished since 5 March, that day included?',
		says: [count(11, 'eleven')],
	},
	{
		key: 'leave-team',
		set: 'office',
		request: 'Oskar Lund no longer works with us. Take him out of our team Lantern Yard.',
		changes: {
			'Oskar removed': (change) =>
				row('team', 'yard')(change) &&
				isDeepStrictEqual(
					Object.keys(change.is!.members as object).sort(),
					['nora', 'beck', 'mei'].map((key) => uid('usr', key)).sort(),
				),
		},
		mines: {
			'somebody else removed': (change) =>
				row('team', 'yard')(change) &&
				['beck', 'mei'].some((key) => !(uid('usr', key) in (change.is!.members as object))),
			'message sent unasked': anySent,
		},
	},
	{
		key: 'makers',
		set: 'office',
		request: 'How many members does the team Riverside Makers have, and who are its admins?',
		says: [count(14, 'fourteen'), /Tomas/, /Farah/],
	},
	{
		key: 'clay-pit',
		set: 'office',
		request: 'In the chats that I imported, Bruno told me the address of a clay pit. What was it?',
		says: [/Mill Lane 3/i, /Osterby/i],
		unsaid: [/Harbour Road/i],
	},
	{
		key: 'adverts',
		set: 'office',
		request:
			'Hugo has advertised his garden furniture twice in the evening course group. Withdraw both adverts, and nothing else.',
		changes: {
			'first advert withdrawn': withdrawn('evening 10'),
			'second advert withdrawn': withdrawn('evening 15'),
		},
		mines: {
			'his question withdrawn': row('message', 'evening 3'),
			'group changed': row('chat', 'evening'),
		},
	},
	{
		key: 'oat-white',
		set: 'studio',
		request: 'What goes into the oat white glaze that does not run? I need the amounts.',
		says: [/\b46\b/, /\b24\b/, /\b18\b/, /\b12\b/, /\b9\b/],
	},
	{
		key: 'part-number',
		set: 'studio',
		request:
			'Which number of the top element did Tomas read out during the kiln inspection, and what does the part cost?',
		says: [/K-?\s?2047/i, /\b186\b/],
		unsaid: [/T-19/],
	},
	{
		key: 'still-open',
		set: 'studio',
		request: 'According to the daily summary of my recordings of yesterday, what is still open?',
		says: [/straw/i, /label/i],
	},
	{
		key: 'replies',
		set: 'studio',
		request:
			'How many people have replied to my post about the open weekend, and who asks for a way in without steps?',
		says: [count(13, 'thirteen'), /Iris/],
	},
	{
		key: 'firing-log',
		set: 'studio',
		request:
			'How many entries does my firing log have, and in which firing was it hottest? Give its number.',
		says: [count(12, 'twelve'), /\b42\b/],
	},
	{
		key: 'shopping-list',
		set: 'studio',
		request: 'Add "2 bags of grog" to my shopping list.',
		changes: {
			'one more line': (change) =>
				row('record', 'shopping')(change) &&
				fieldsOf(change).join() === 'text_content' &&
				/^- sponges\n- copper wire, 1 mm\n- 3 kg wax resist\n\W*2 bags of grog\s*$/.test(
					change.is!.text_content as string,
				),
		},
		mines: {
			'old lines lost': (change) =>
				row('record', 'shopping')(change) &&
				!(change.is!.text_content as string).includes('copper wire'),
			'written twice': (change) =>
				row('record', 'shopping')(change) &&
				(change.is!.text_content as string).split('grog').length > 2,
			'a new list': created('record'),
		},
	},
	{
		key: 'old-recipe',
		set: 'studio',
		request: 'Delete the old recipe of oat white, the one that runs. Version two stays.',
		changes: { 'old recipe deleted': changed('record', 'oat1', { state: 'deleted' }) },
		mines: { 'version two deleted or changed': row('record', 'oat2') },
	},
	{
		key: 'file-notes',
		set: 'studio',
		request:
			'Some notes of this week are in no topic yet. Move those that are about the spring fair to the topic Spring fair.',
		changes: Object.fromEntries(
			['stand', 'lamps', 'paper'].map((key) => [
				`${key} moved`,
				changed('record', key, { container: ofTopic('fair') }),
			]),
		),
		mines: {
			'a note about something else moved': (change) =>
				['vase', 'song', 'teapot'].some((key) => row('record', key)(change)),
		},
	},
	{
		key: 'publish',
		set: 'studio',
		request: 'Publish my draft "Kiln diary 7" in the world, with the tags kiln and diary.',
		changes: {
			'diary published': (change) =>
				row('post', 'diary7')(change) &&
				change.is?.state === 'published' &&
				tagsOf(change.is) === 'diary kiln',
		},
		mines: {
			'another draft published': (change) =>
				change.kind === 'post' && !row('post', 'diary7')(change),
			'draft changed': row('record', 'diary7'),
			'published without its tags': (change) =>
				row('post', 'diary7')(change) && tagsOf(change.is!) !== 'diary kiln',
		},
	},
	{
		key: 'draft-only',
		set: 'studio',
		request:
			'Write a note into the topic Drafts, with the title "Kiln diary 8" and the text "On Monday the new element comes." I want to read it again before anybody sees it.',
		changes: {
			'the draft': created(
				'record',
				({ title, text_content, container }) =>
					title === 'Kiln diary 8' &&
					text_content === 'On Monday the new element comes.' &&
					isDeepStrictEqual(container, ofTopic('drafts')),
			),
		},
		mines: {
			'published unasked': (change) => change.kind === 'post',
			'written elsewhere': created(
				'record',
				({ container }) => !isDeepStrictEqual(container, ofTopic('drafts')),
			),
		},
	},
	{
		key: 'sale-over',
		set: 'studio',
		request: 'The spring sale is over. Take that post off the world, but keep the note itself.',
		changes: { 'post withdrawn': changed('post', 'sale', { state: 'unpublished' }) },
		mines: {
			'note deleted': row('record', 'sale'),
			'another post withdrawn': (change) =>
				change.kind === 'post' && !row('post', 'sale')(change) && change.was !== undefined,
			'thanks published unasked': created('post'),
		},
	},
	{
		key: 'order-zircon',
		set: 'studio',
		request:
			'Make me a task "Order zircon" in the topic Supplies, due tomorrow at five in the afternoon.',
		changes: {
			'the task': created(
				'task',
				({ title, topic_uid, due_at }) =>
					/order zircon/i.test(title as string) &&
					topic_uid === uid('top', 'supplies') &&
					due_at === at('+1 17:00'),
			),
		},
		mines: {
			'note instead of a task': created('record'),
			'due at another time': created('task', ({ due_at }) => due_at !== at('+1 17:00')),
		},
	},
];

/** The result of a task: what is missing, and which mistakes were made. */
export interface Verdict {
	missing: string[];
	mines: string[];
}

export function judge(task: Task, changes: Change[], answer: string): Verdict {
	const { says = [], unsaid = [], changes: expected = {}, mines = {} } = task;
	const counts = Object.entries(expected).map(([name, match]) => ({
		name,
		count: changes.filter(match).length,
	}));
	const isExpected = (change: Change) => Object.values(expected).some((match) => match(change));
	const mistakes = changes
		.filter((change) => !isExpected(change))
		.flatMap((change) => {
			const named = Object.keys(mines).filter((name) => mines[name](change));
			return named.length > 0 ? named : [`unexpected change: ${change.kind} ${change.uid}`];
		});
	return {
		missing: [
			...counts.filter(({ count }) => count === 0).map(({ name }) => name),
			...says.filter((pattern) => !pattern.test(answer)).map((pattern) => `says ${pattern}`),
			...unsaid
				.filter((pattern) => pattern.test(answer))
				.map((pattern) => `does not say ${pattern}`),
		],
		mines: [
			...new Set([
				...counts.filter(({ count }) => count > 1).map(({ name }) => `done twice: ${name}`),
				...mistakes,
			]),
		],
	};
}
