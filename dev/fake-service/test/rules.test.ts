import { brokenRule, type Fields, type Rule } from '../rules';

const now = Date.UTC(2026, 0, 31);
const day = 86_400_000;
const pairs = [
	['identified', 'following'],
	['following', 'completed'],
];

/** Bodies that satisfy each rule, and bodies that violate it with the field that the message names. */
const cases: Array<{ rule: Rule; kept: Fields[]; broken: Array<[Fields, string]> }> = [
	{
		rule: { rule: 'unique', at: 'items', fields: ['team_ref', 'user_ref'] },
		kept: [
			{
				items: [
					{ team_ref: '1', user_ref: '2' },
					{ team_ref: '2', user_ref: '1' },
				],
			},
			{
				items: [
					{ team_ref: 'a', user_ref: 'b' },
					{ team_ref: 'a', user_ref: 'c' },
				],
			},
		],
		broken: [
			[
				{
					items: [
						{ team_ref: 'a', user_ref: 'b' },
						{ team_ref: 'a', user_ref: 'b' },
					],
				},
				'items[1].team_ref',
			],
		],
	},
	{
		rule: { rule: 'maxBytes', fields: ['name', 'tags'], max: 6 },
		kept: [{ name: '釉药' }, { tags: ['123456', '釉药'] }, { name: null }, {}],
		broken: [
			[{ name: '釉药1' }, 'name'],
			[{ tags: ['1', '🎶🎶'] }, 'tags'],
		],
	},
	{
		rule: { rule: 'exactlyOne', at: 'items', fields: ['query', 'target'] },
		kept: [{ items: [{ query: '' }, { target: 'x' }, { query: null, target: 'x' }] }],
		broken: [
			[{ items: [{ query: 'x' }, {}] }, 'items[1].query, target'],
			[{ items: [{ query: 'x', target: 'y' }] }, 'items[0].query, target'],
		],
	},
	{
		rule: { rule: 'before', fields: ['start_at', 'end_at'] },
		kept: [{ start_at: 1, end_at: 2 }, { start_at: 5 }, { end_at: 0 }],
		broken: [[{ start_at: 2, end_at: 2 }, 'end_at']],
	},
	{
		rule: { rule: 'notAfter', fields: ['start_date', 'end_date'] },
		kept: [{ start_date: '2026-01-02', end_date: '2026-01-02' }, { end_date: '2025-01-01' }],
		broken: [[{ start_date: '2026-01-02', end_date: '2026-01-01' }, 'end_date']],
	},
	{
		rule: { rule: 'maxWindow', fields: ['start_at', 'end_at'], days: 366 },
		kept: [{ start_at: 0, end_at: 366 * day }, { start_at: 0 }],
		broken: [[{ start_at: 0, end_at: 366 * day + 1 }, 'start_at']],
	},
	{
		rule: { rule: 'maxWindow', fields: ['start_at', 'end_at'], days: 366, endsNow: true },
		kept: [
			{ start_at: now - 366 * day },
			{ start_at: now - 366 * day, end_at: now + 900 * day },
			{ end_at: now },
		],
		broken: [
			[{ start_at: now - 366 * day - 1 }, 'start_at'],
			[{ start_at: 0, end_at: 367 * day }, 'start_at'],
		],
	},
	{
		rule: { rule: 'maxTogether', fields: ['refs', 'uids'], max: 3 },
		kept: [{ refs: [1, 2], uids: [3] }, { uids: [1, 2, 3] }, {}],
		broken: [[{ refs: [1, 2], uids: [3, 4] }, 'refs and uids']],
	},
	{
		rule: { rule: 'presentIff', field: 'timezone', anyOf: ['start_date', 'end_date'] },
		kept: [{}, { timezone: 'UTC', end_date: '2026-01-01' }],
		broken: [
			[{ timezone: 'UTC' }, 'timezone'],
			[{ start_date: '2026-01-01' }, 'timezone'],
		],
	},
	{
		rule: {
			rule: 'presentWhen',
			field: 'author_user_ref',
			when: { field: 'scope', equals: 'author' },
		},
		kept: [{ scope: 'author', author_user_ref: 'x' }, { scope: 'mine' }, {}],
		broken: [
			[{ scope: 'author' }, 'author_user_ref'],
			[{ scope: 'mine', author_user_ref: 'x' }, 'author_user_ref'],
		],
	},
	{
		rule: { rule: 'timeZone', fields: ['timezone'] },
		kept: [{ timezone: 'Asia/Kolkata' }, { timezone: 'UTC' }, {}],
		broken: [
			[{ timezone: 'Mars/Olympus' }, 'timezone'],
			[{ timezone: '+02:00' }, 'timezone'],
			[{ timezone: '' }, 'timezone'],
		],
	},
	{
		rule: { rule: 'allowedPairs', at: 'items', fields: ['from', 'to'], pairs },
		kept: [{ items: [{ from: 'identified', to: 'following' }] }],
		broken: [[{ items: [{ from: 'identified', to: 'completed' }] }, 'items[0].to']],
	},
	{
		rule: { rule: 'mentions', at: 'items' },
		kept: [
			mention('Ask @Bo please', '@Bo'),
			mention('＠Bo and ＠Bo', '＠Bo', 2),
			mention('one @Bo', '@Bo', 1),
			mention('one @Bo', '@Bo', null),
			{ items: [{ text_content: 'nobody' }] },
		],
		broken: [
			[mention('Ask Bo', 'Bo'), 'items[0].bot_mentions[0].mention_text'],
			[mention('Ask @Bo', '@Ba'), 'items[0].bot_mentions[0].mention_text'],
			[mention('@Bo @Bo', '@Bo'), 'items[0].bot_mentions[0].occurrence'],
			[mention('@Bo @Bo', '@Bo', 3), 'items[0].bot_mentions[0].occurrence'],
			[mention('@Bo', '@Bo', 0), 'items[0].bot_mentions[0].occurrence'],
		],
	},
];

function mention(text_content: string, mention_text: string, occurrence?: number | null): Fields {
	return { items: [{ text_content, bot_mentions: [{ bot_uid: 'b', mention_text, occurrence }] }] };
}

describe.each(cases)('rule $rule.rule', ({ rule, kept, broken }) => {
	it.each(kept.map((body) => [JSON.stringify(body), body]))('accepts %s', (_name, body) => {
		expect(brokenRule([rule], body as Fields, now)).toBeUndefined();
	});

	it.each(broken)('names the field in %j', (body, field) => {
		expect(brokenRule([rule], body, now)?.startsWith(field)).toBe(true);
	});
});
