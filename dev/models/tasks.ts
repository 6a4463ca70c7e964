import { isDeepStrictEqual } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import type { Account } from '../fake-service/account';
import { calendarOf, uid } from '../story/tell';
import { fieldsOf, type Change, type Kind, type Row } from './changes';
import type { ToolSet } from './tools';

/** An argument, or how to read it from the rows of the results so far. */
type Argument = string | number | ((rows: IDataObject[]) => IDataObject[string]);
/** A call of a tool; or what no tool can do, done to the account. */
export type Step = [tool: string, input?: Record<string, Argument>] | ((account: Account) => void);
type Match = (change: Change) => boolean;

/** A job in the words of a user, and the fewest tool calls that do it. */
export interface Task {
	request: string;
	steps: Step[];
	/** Facts that the answer needs: each is in a row of the results, or in as many rows as it says. */
	says?: Array<RegExp | [rows: number, fact: RegExp]>;
	/** Changes of the account, each of them once; everything else stays as it is. */
	changes?: Record<string, Match>;
	/** Mistakes by name, each with a wrong way into it. Any other unexpected change is a mistake as well. */
	mines?: Record<string, [mistake: Match | undefined, ...steps: Step[]]>;
}

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

/** A change of a row, which is then as it says; a message is `<chat> <sequence>`. */
function row(kind: Kind, key: string, fits: (row: Row) => boolean = () => true): Match {
	const [chat, sequence] = key.split(' ');
	const wanted =
		kind === 'message'
			? `${uid('chat', chat)} ${sequence}`
			: uid(prefixes[kind as keyof typeof prefixes], key);
	return ({ is = {}, ...change }) => change.kind === kind && change.uid === wanted && fits(is);
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
		(message) =>
			message.chat_session_uid === uid('chat', chat) &&
			patterns.every((pattern) => pattern.test(textOf(message))),
	);
}

function withdrawn(message: string): Match {
	return (change) => row('message', message)(change) && fieldsOf(change).join() === 'withdrawn_at';
}

const anySent = created('message');
const isOnDay = (time: unknown, days: number) =>
	(time as number) >= at(`${days}`) && (time as number) <= at(`${days}`) + day;
const ofTopic = (key: string) => ({ kind: 'topic', topic_uid: uid('top', key) });
const textOf = ({ text_content }: Row) => text_content as string;
const membersOf = ({ members }: Row) => Object.keys(members as object);
const tagsOf = ({ tags }: Row) => [...(tags as string[])].sort().join(' ');

const words = (text: string) => text.split(' ').map((word) => new RegExp(word));
/** A call to the user, since 20 February, that was not taken. */
const MISSED = /"started_at":"2026-(02-2|03).*"incoming","result":"(?!normal_end)/;

/** A field of the latest row that matches. */
function found(field: string, pattern: RegExp): (rows: IDataObject[]) => IDataObject[string] {
	return (rows) => {
		const row = [...rows]
			.reverse()
			.find((one) => field in one && pattern.test(JSON.stringify(one)));
		if (!row) throw new Error(`No result has ${field} with ${pattern}`);
		return row[field];
	};
}

const LISTS = {
	calls: ['Get_many_calls', { limit: 50 }],
	tasks: ['Get_many_tasks', { limit: 50 }],
	notes: ['Get_many_records', { limit: 50 }],
	recordings: ['Get_many_recordings', { limit: 10 }],
	posts: ['Get_my_posts', { limit: 50 }],
} satisfies Record<string, Step>;

const messages = (conversation: string): Step => [
	'Get_many_messages',
	{ conversations: conversation, limit: 50 },
];
/** The first part of a text of an object that an earlier result shows. */
const begin = (tool: string, thing: string, shown: RegExp): Step => [
	tool,
	{ [thing]: found(`${thing}_uid`, shown), part: 1 },
];
const search = (keyword: string): Step => ['Search_records', { keyword, limit: 20 }];
const tell = (conversation: string, text: string): Step => ['Send_message', { conversation, text }];
/** `name` is the one beside an ID. */
const write = (person: Argument, text: string, name = ''): Step => [
	'Send_message_to_a_person',
	{ person, name, text },
];
const complete = (title: RegExp): Step => [
	'Set_task_status',
	{ arrangement: found('arrangement_uid', title), status: 'completed' },
];
const due = (title: RegExp, due_at: string): Step => [
	'Update_task',
	{ arrangement: found('arrangement_uid', title), title: '', due_at },
];
const task = (title: string, due_at: string, last: Record<string, Argument>): Step => [
	'Create_task',
	{ title, due_at, ...last },
];
const remove = (member: string): Step => ['Remove_team_member', { team: 'Lantern Yard', member }];
const withdraw = (...texts: RegExp[]): Step => [
	'Withdraw_message',
	{
		group: 'Evening course',
		sequence: (rows) => texts.map((text) => found('sequence', text)(rows)).join(', '),
	},
];
const note = (title: string, text: string, topic: string): Step => [
	'Create_record',
	{ title, text, topic },
];
/** A step with a note that an earlier result shows. */
const withNote = (tool: string, title: RegExp, rest: Record<string, Argument> = {}): Step => [
	tool,
	{ record: found('record_uid', title), ...rest },
];
const append = withNote('Append_text_to_record', /Shopping list/, { text: '- 2 bags of grog' });
const move = (title: RegExp) => withNote('Move_record', title, { topic: 'Spring fair' });
const erase = (title: RegExp) => withNote('Delete_record', title);
const publish = (title: RegExp, tags: string) => withNote('Publish_post', title, { tags });
const unpublish = (title: RegExp): Step => ['Unpublish_post', { post: found('record_uid', title) }];

const READY = 'Your bowl is glazed, you can pick it up from Tuesday on.';
const ready = (anna: string) => write(uid('usr', anna), READY, 'Anna Weber');
const PICTURES = 'Do you have time to take pictures on Saturday, 21 March?';
const UNFILED = 'Get_records_without_a_topic';

/**
 * Tasks by the tools that are offered for them, and by name. They come from the story and the service's documents, not from
 * the tools: a task or a check changes only where it contradicts those.
 */
export const tasks: Record<ToolSet, Record<string, Task>> = {
	office: {
		'sign-ins': {
			request: 'Which sign-in providers are not connected with my account yet?',
			steps: [['Get_many_account_bindings']],
			says: [/chatapp.*false/, /vendor_a.*false/, /vendor_c.*false/],
		},
		'missed-calls': {
			request:
				'How many calls to me have I missed since 20 February, and who tried most often? Calls of mine that nobody took do not count.',
			steps: [LISTS.calls],
			says: [[12, MISSED], /Paulo/],
		},
		agreement: {
			request:
				'What did Jonas Brandt and I agree on in our last call: how many bowls, at what price each, and for which day?',
			steps: [LISTS.calls, begin('Get_transcript_of_one_call', 'call', /Jonas Brandt.*2026-03-07/)],
			says: [/forty-eight/i, /\b21 euros/, /20 March/],
		},
		skylight: {
			request:
				'Somewhere in my chats it says when the roofer comes for the skylight and who pays. When, and who?',
			steps: [['Search_messages', { keyword: 'skylight', limit: 50 }], messages('Ruth Adeyemi')],
			says: [/17 March at 8:30.*I pay.*Ruth/],
		},
		roster: {
			request: 'Who is in the group chat "Evening course"? I need everybody, and who is its admin.',
			steps: [['Get_many_members', { conversation: 'Evening course', limit: 50 }]],
			says: [
				...words('Weber Elif Greta Hugo Priya Leo Dana Yusuf Clara Iris'),
				/"Mei Tanaka".*"admin"/,
			],
		},
		namesake: {
			request:
				'Write to Anna Weber, the one from the evening course: "Your bowl is glazed, you can pick it up from Tuesday on."',
			steps: [
				['Get_many_members', { conversation: 'Evening course', limit: 50 }],
				write(found('user_ref', /Anna Weber/), READY, 'Anna Weber'),
			],
			changes: { 'message to Anna of the course': sent('course', /bowl is glazed/i, /Tuesday/) },
			mines: {
				'message to Anna the tax adviser': [sent('tax'), ready('tax')],
				'message to the whole course': [sent('evening'), tell('Evening course', READY)],
				'done twice: message to Anna of the course': [undefined, ready('course'), ready('course')],
			},
		},
		'two-jonas': {
			request: 'Send Jonas the new prices: a firing is 35 euros, glazing is 12 euros.',
			steps: [['Find_people', { query: 'Jonas' }]],
			says: [/Beck/, /Brandt/],
			mines: {
				'message to a guessed Jonas': [anySent, write('Jonas Beck', 'A firing is 35 euros.')],
			},
		},
		'team-message': {
			request: 'Tell the studio team that Tomas comes on Monday at 8 and changes the element.',
			steps: [tell('Studio team', 'Tomas comes on Monday at 8 and changes the element.')],
			changes: { 'message to the team': sent('team', /Tomas/, /Monday/, /\b8\b|eight/i) },
			mines: {
				'message to another group': [
					(change) => ['evening', 'fair', 'neighbours'].some((group) => sent(group)(change)),
					tell('Spring fair', 'Tomas comes on Monday.'),
				],
				'message to Tomas': [sent('tomas'), write('Tomas Novak', 'See you on Monday!')],
			},
		},
		'answer-ines': {
			request:
				'Ines has asked me something in our private chat and I have not answered. The answer is no, we do not need any. Tell her, and tell me what it was about.',
			steps: [messages('Ines Marchetti'), write('Ines Marchetti', 'No, we do not need any.')],
			says: [/electric|power/i],
			changes: { 'message to Ines': sent('ines', /\bno\b|\bnot\b|n[’']t\b/i) },
			mines: {
				'message to the group of the fair': [sent('fair'), tell('Spring fair', 'No, we do not.')],
				'task ticked off unasked': [
					row('task', 'form'),
					LISTS.tasks,
					complete(/whether we need electricity/),
				],
			},
		},
		'first-message': {
			request:
				'Oskar Lund is a contact of mine, but we never chatted. Ask him whether he has time to take pictures on Saturday, 21 March.',
			steps: [write('Oskar Lund', PICTURES)],
			changes: {
				'private chat with Oskar': row('chat', 'oskar'),
				'message to Oskar': sent('oskar', /picture|photo/i, /21/),
			},
			mines: {
				'message to somebody else': [
					(change) => anySent(change) && !sent('oskar')(change),
					write('Greta Holm', PICTURES),
				],
				'task about the pictures changed': [
					row('task', 'photos'),
					LISTS.tasks,
					complete(/Ask Oskar/),
				],
			},
		},
		'tick-off': {
			request: 'The invoice to Farah is out. Tick the task off.',
			steps: [LISTS.tasks, complete(/invoice to Farah/)],
			changes: { 'invoice completed': changed('task', 'invoice', { status: 'completed' }) },
			mines: {
				'the other invoice ticked off': [
					row('task', 'invoiceb'),
					LISTS.tasks,
					complete(/invoice to Jonas/),
				],
				'task deleted': [
					changed('task', 'invoice', { status: 'deleted' }),
					({ arrangements }) => (arrangements.get(uid('arr', 'invoice'))!.status = 'deleted'),
				],
				'message sent unasked': [anySent, write('Farah Nasser', 'The invoice is out.')],
			},
		},
		postpone: {
			request: 'Move the tiles for the counter to Monday at nine: the task is due then.',
			steps: [LISTS.tasks, due(/tiles for the counter/, '2026-03-16T09:00')],
			changes: { 'new due time': changed('task', 'tiles', { due_at: at('+4 09:00') }) },
			mines: {
				'tiles for the stove moved': [
					row('task', 'stove'),
					LISTS.tasks,
					due(/the stove/, '2026-03-16T09:00'),
				],
				'moved to another time': [
					row('task', 'tiles', ({ due_at }) => due_at !== at('+4 09:00')),
					LISTS.tasks,
					due(/the counter/, '2026-03-16T21:00'),
				],
				'description lost': [
					row('task', 'tiles', ({ description }) => !description),
					({ arrangements }) => delete arrangements.get(uid('arr', 'tiles'))!.description,
				],
			},
		},
		promises: {
			request:
				'In my last call with Farah I promised her samples of the cups and a price, each by a certain day. Make a task for each of the two, due on that day.',
			steps: [
				LISTS.calls,
				begin('Get_transcript_of_one_call', 'call', /"with":"Farah Nasser".*"normal_end"/),
				task('Bring two samples of the cups to Farah', '2026-03-19', { description: '' }),
				task('Send Farah a price for the twenty cups', '2026-03-15', { description: '' }),
			],
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
				'message sent unasked': [anySent, write('Farah Nasser', 'Samples come on the 19th.')],
				'task due on the wrong day': [
					created('task', ({ due_at }) => !isOnDay(due_at, 7) && !isOnDay(due_at, 3)),
					task('Samples', '2026-03-23', { description: '' }),
				],
			},
		},
		overdue: {
			request: 'Which of my open tasks are overdue right now?',
			steps: [LISTS.tasks],
			says: [/price list/i, /shelves/i, /invoice to Farah/i, /sponges/i],
			mines: {
				'task changed unasked': [
					(change) => change.kind === 'task',
					LISTS.tasks,
					complete(/sponges/),
				],
			},
		},
		finished: {
			request: 'How many tasks have I finished since 5 March, that day included?',
			steps: [['Get_completed_tasks', { limit: 50 }]],
			says: [[11, /"completed".*"updated_at":"2026-03-(0[5-9]|1)/]],
		},
		'leave-team': {
			request: 'Oskar Lund no longer works with us. Take him out of our team Lantern Yard.',
			steps: [remove('Oskar Lund')],
			changes: {
				'Oskar removed': row(
					'team',
					'yard',
					(team) =>
						membersOf(team).length === 3 &&
						['nora', 'beck', 'mei'].every((key) => membersOf(team).includes(uid('usr', key))),
				),
			},
			mines: {
				'somebody else removed': [
					row('team', 'yard', (team) =>
						['beck', 'mei'].some((key) => !membersOf(team).includes(uid('usr', key))),
					),
					remove('Mei Tanaka'),
				],
				'message sent unasked': [anySent, write('Oskar Lund', 'Farewell!')],
			},
		},
		makers: {
			request: 'How many members does the team Riverside Makers have, and who are its admins?',
			steps: [['Get_many_team_members', { team: 'Riverside Makers', limit: 50 }]],
			says: [[14, /"role"/], [2, /"admin"/], /Tomas.*"admin"/, /Farah.*"admin"/],
		},
		'clay-pit': {
			request:
				'In the chats that I imported, Bruno told me the address of a clay pit. What was it?',
			steps: [
				['Find_imported_conversations', { query: 'Bruno', limit: 10 }],
				[
					'Get_many_imported_messages',
					{ conversation: found('conversation_uid', /Bruno Falk/), limit: 50 },
				],
			],
			says: [/Mill Lane 3 in Osterby/],
		},
		adverts: {
			request:
				'Hugo has advertised his garden furniture twice in the evening course group. Withdraw both adverts, and nothing else.',
			steps: [messages('Evening course'), withdraw(/half price/, /60 percent/)],
			changes: {
				'first advert withdrawn': withdrawn('evening 10'),
				'second advert withdrawn': withdrawn('evening 15'),
			},
			mines: {
				'his question withdrawn': [
					row('message', 'evening 3'),
					({ messages: all }) => (all.at(uid('chat', 'evening'), 3)!.withdrawn_at = 1),
				],
				'group changed': [
					row('chat', 'evening'),
					({ conversations }) =>
						conversations.get(uid('chat', 'evening'))!.members.delete(uid('usr', 'hugo')),
				],
			},
		},
	},
	studio: {
		'oat-white': {
			request: 'What goes into the oat white glaze that does not run? I need the amounts.',
			steps: [search('oat white')],
			says: [/version two.* 46, .* 24, .* 18, .* 12, plus 9 .*not run/],
		},
		'part-number': {
			request:
				'Which number of the top element did Tomas read out during the kiln inspection, and what does the part cost?',
			steps: [
				LISTS.recordings,
				begin('Get_transcript_of_one_recording', 'recording', /Kiln inspection/),
			],
			says: [/K-2047/, /186 euros/],
		},
		'still-open': {
			request: 'According to the daily summary of my recordings of yesterday, what is still open?',
			steps: [
				['Get_many_summaries', { limit: 5 }],
				begin('Get_summary_text', 'summary', /"start_at":"2026-03-11/),
			],
			says: [/Open: .*straw.*labels/],
		},
		replies: {
			request:
				'How many people have replied to my post about the open weekend, and who asks for a way in without steps?',
			steps: [
				LISTS.posts,
				['Get_many_replies', { post: found('record_uid', /Open weekend at/), limit: 50 }],
			],
			says: [[13, /"tags":\[\]/], /without steps.*Iris/],
		},
		'firing-log': {
			request:
				'How many entries does my firing log have, and in which firing was it hottest? Give its number.',
			steps: [['Get_records_of_a_topic', { topic: 'Firing log', limit: 50 }]],
			says: [[12, /"topic":"Firing log"/], /Firing 42.*1280/],
		},
		'shopping-list': {
			request: 'Add "2 bags of grog" to my shopping list.',
			steps: [search('Shopping list'), append],
			changes: {
				'one more line': changed('record', 'shopping', {
					text_content: '- sponges\n- copper wire, 1 mm\n- 3 kg wax resist\n- 2 bags of grog',
				}),
			},
			mines: {
				'old lines lost': [
					row('record', 'shopping', (list) => !/copper wire/.test(textOf(list))),
					search('Shopping list'),
					withNote('Update_record', /Shopping list/, {
						title: '',
						text: '- 2 bags of grog',
					}),
				],
				'written twice': [
					row('record', 'shopping', (list) => /grog[^]*grog/.test(textOf(list))),
					search('Shopping list'),
					append,
					append,
				],
				'a new list': [created('record'), note('Shopping list', '- 2 bags of grog', 'Supplies')],
			},
		},
		'old-recipe': {
			request: 'Delete the old recipe of oat white, the one that runs. Version two stays.',
			steps: [search('oat white'), erase(/First version/)],
			changes: { 'old recipe deleted': changed('record', 'oat1', { state: 'deleted' }) },
			mines: {
				'version two deleted or changed': [
					row('record', 'oat2'),
					search('oat white'),
					erase(/version two/),
				],
			},
		},
		'file-notes': {
			request:
				'Some notes of this week are in no topic yet. Move those that are about the spring fair to the topic Spring fair.',
			steps: [
				[UNFILED, { limit: 50 }],
				move(/Stand at the spring fair/),
				move(/Lamps for the fair/),
				move(/Wrapping paper/),
			],
			changes: Object.fromEntries(
				['stand', 'lamps', 'paper'].map((key) => [
					`${key} moved`,
					changed('record', key, { container: ofTopic('fair') }),
				]),
			),
			mines: {
				'a note about something else moved': [
					(change) => ['vase', 'song', 'teapot'].some((key) => row('record', key)(change)),
					[UNFILED, { limit: 50 }],
					move(/Vase/),
				],
			},
		},
		publish: {
			request: 'Publish my draft "Kiln diary 7" in the world, with the tags kiln and diary.',
			steps: [search('Kiln diary 7'), publish(/Kiln diary 7/, 'kiln, diary')],
			changes: {
				'diary published': row(
					'post',
					'diary7',
					(post) => post.state === 'published' && tagsOf(post) === 'diary kiln',
				),
			},
			mines: {
				'another draft published': [
					(change) => change.kind === 'post' && !row('post', 'diary7')(change),
					search('old kiln'),
					publish(/old kiln/, 'kiln'),
				],
				'draft changed': [
					row('record', 'diary7'),
					search('Kiln diary 7'),
					withNote('Update_record', /Kiln diary 7/, { title: 'Kiln diary', text: '' }),
				],
				'published without its tags': [
					row('post', 'diary7', (post) => tagsOf(post) !== 'diary kiln'),
					search('Kiln diary 7'),
					publish(/Kiln diary 7/, ''),
				],
			},
		},
		'draft-only': {
			request:
				'Write a note into the topic Drafts, with the title "Kiln diary 8" and the text "On Monday the new element comes." I want to read it again before anybody sees it.',
			steps: [note('Kiln diary 8', 'On Monday the new element comes.', 'Drafts')],
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
				'published unasked': [
					(change) => change.kind === 'post',
					note('Kiln diary 8', 'On Monday the new element comes.', 'Drafts'),
					search('Kiln diary 8'),
					publish(/Kiln diary 8/, ''),
				],
				'written elsewhere': [
					created('record', ({ container }) => !isDeepStrictEqual(container, ofTopic('drafts'))),
					note('Kiln diary 8', 'On Monday the new element comes.', 'Published'),
				],
			},
		},
		'sale-over': {
			request: 'The spring sale is over. Take that post off the world, but keep the note itself.',
			steps: [LISTS.posts, unpublish(/Spring sale/)],
			changes: { 'post withdrawn': changed('post', 'sale', { state: 'unpublished' }) },
			mines: {
				'note deleted': [row('record', 'sale'), search('Spring sale'), erase(/half price/)],
				'another post withdrawn': [
					(change) =>
						change.kind === 'post' && !row('post', 'sale')(change) && change.was !== undefined,
					LISTS.posts,
					unpublish(/Open weekend at/),
				],
				'thanks published unasked': [
					created('post'),
					search('Everything is gone'),
					publish(/Everything is gone/, ''),
				],
			},
		},
		'order-zircon': {
			request:
				'Make me a task "Order zircon" in the topic Supplies, due tomorrow at five in the afternoon.',
			steps: [task('Order zircon', '2026-03-13T17:00', { topic: 'Supplies' })],
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
				'note instead of a task': [
					created('record'),
					note('Order zircon', 'Tomorrow at five.', 'Supplies'),
				],
				'due at another time': [
					created('task', ({ due_at }) => due_at !== at('+1 17:00')),
					task('Order zircon', '2026-03-13T05:00', { topic: 'Supplies' }),
				],
			},
		},
	},
};
