import { brokenRule, type Fields, type Rule } from '../rules';

const NOW = Date.UTC(2026, 0, 31);
const DAY = 86_400_000;
const year = 366 * DAY;

const unique: Rule = { rule: 'unique', at: 'items', fields: ['team', 'user'] };
const maxBytes: Rule = { rule: 'maxBytes', fields: ['name', 'tags'], max: 6 };
const exactlyOne: Rule = { rule: 'exactlyOne', at: 'items', fields: ['query', 'target'] };
const before: Rule = { rule: 'before', fields: ['start', 'end'] };
const notAfter: Rule = { rule: 'notAfter', fields: ['start', 'end'] };
const maxWindow: Rule = { rule: 'maxWindow', fields: ['start', 'end'], days: 366 };
const toNow: Rule = { ...maxWindow, endsNow: true };
const maxTogether: Rule = { rule: 'maxTogether', fields: ['refs', 'uids'], max: 3 };
const presentIff: Rule = { rule: 'presentIff', field: 'zone', anyOf: ['start', 'end'] };
const author = { field: 'scope', equals: 'author' };
const presentWhen: Rule = { rule: 'presentWhen', field: 'author', when: author };
const timeZone: Rule = { rule: 'timeZone', fields: ['zone'] };
const pairs = [
	['identified', 'following'],
	['following', 'completed'],
];
const allowedPairs: Rule = { rule: 'allowedPairs', at: 'items', fields: ['team', 'user'], pairs };
const mentions: Rule = { rule: 'mentions', at: 'items' };

/** Items with the fields team and user, each given as `a b`. */
const two = (...all: string[]) => ({
	items: all.map((each) => ({ team: each.split(' ')[0], user: each.split(' ')[1] })),
});
const mention = (text_content: string, mention_text: string, occurrence?: number | null) => ({
	items: [{ text_content, bot_mentions: [{ mention_text, occurrence }] }],
});

/** Rules and bodies. A body that breaks its rule comes with the beginning of the message. */
const CASES: Array<[Rule, Fields, string?]> = [
	[unique, two('a b', 'b a')],
	[unique, two('a b', 'a c', 'c b')],
	[unique, two('a b', 'a b'), 'items[1].team and user must be unique, items[0] has'],
	[maxBytes, { name: '釉药', tags: ['123456', '釉药'] }],
	[maxBytes, { name: null }],
	[maxBytes, { name: '釉药1' }, 'name is longer than 6 bytes'],
	[maxBytes, { tags: ['1', '🎶🎶'] }, 'tags is longer'],
	[exactlyOne, { items: [{ query: '' }, { target: 'x' }, { query: null, target: 'x' }] }],
	[exactlyOne, {}],
	[exactlyOne, { items: [{ query: 'x' }, {}] }, 'items[1].query, target: exactly'],
	[exactlyOne, { items: [{ query: 'x', target: 'y' }] }, 'items[0].query, target: exactly'],
	[before, { start: 1, end: 2 }],
	[before, { start: 5 }],
	[before, { end: 0 }],
	[before, { start: 2, end: 2 }, 'end must be later than start'],
	[notAfter, { start: '2026-01-02', end: '2026-01-02' }],
	[notAfter, { start: '2026-01-02' }],
	[notAfter, { end: '2025-01-01' }],
	[notAfter, { start: '2026-01-02', end: '2026-01-01' }, 'end must not be earlier than start'],
	[maxWindow, { start: 0, end: year }],
	[maxWindow, { start: 0 }],
	[maxWindow, { end: 2 * year }],
	[maxWindow, { start: 0, end: year + 1 }, 'start to end is longer than 366 days'],
	[toNow, { start: NOW - year }],
	[toNow, { start: NOW - year, end: 2 * NOW }],
	[toNow, { end: NOW }],
	[toNow, { start: NOW - year - 1 }, 'start to end'],
	[toNow, { start: 0, end: year + DAY }, 'start to end'],
	[maxTogether, { refs: [1, 2], uids: [3] }],
	[maxTogether, { uids: [1, 2, 3] }],
	[maxTogether, { refs: [1, 2], uids: [3, 4] }, 'refs and uids have more than 3 elements'],
	[presentIff, {}],
	[presentIff, { zone: 'UTC', end: '2026-01-01' }],
	[presentIff, { zone: 'UTC' }, 'zone must be given exactly when start or end is'],
	[presentIff, { start: '2026-01-01' }, 'zone must be given'],
	[presentWhen, { scope: 'author', author: 'x' }],
	[presentWhen, { scope: 'mine' }],
	[presentWhen, { scope: 'author' }, 'author must be given exactly when scope is author'],
	[presentWhen, { scope: 'mine', author: 'x' }, 'author must be given'],
	[timeZone, { zone: 'Asia/Kolkata' }],
	[timeZone, { zone: 'UTC' }],
	[timeZone, {}],
	[timeZone, { zone: 'Mars/Olympus' }, 'zone is not an IANA time zone'],
	[timeZone, { zone: '+02:00' }, 'zone is not'],
	[timeZone, { zone: '' }, 'zone is not'],
	[allowedPairs, two('identified following', 'following completed')],
	[allowedPairs, two('identified completed'), 'items[0].user completed cannot follow team'],
	[mentions, mention('Ask @Bo please', '@Bo')],
	[mentions, mention('＠Bo and ＠Bo', '＠Bo', 2)],
	[mentions, mention('one @Bo', '@Bo', 1)],
	[mentions, mention('one @Bo', '@Bo', null)],
	[mentions, { items: [{ text_content: 'nobody' }] }],
	[mentions, mention('Ask Bo', 'Bo'), 'items[0].bot_mentions[0].mention_text must start'],
	[mentions, mention('Ask @Bo', '@Ba'), 'items[0].bot_mentions[0].mention_text is not in'],
	[mentions, mention('@Bo @Bo', '@Bo'), 'items[0].bot_mentions[0].occurrence is required'],
	[mentions, mention('@Bo @Bo', '@Bo', 3), 'items[0].bot_mentions[0].occurrence must be'],
	[mentions, mention('@Bo', '@Bo', 0), 'items[0].bot_mentions[0].occurrence must be'],
];

for (const [rule, body, message] of CASES) {
	it(`${rule.rule} of ${JSON.stringify(body)}: ${message ?? 'kept'}`, () => {
		const broken = brokenRule([rule], body, NOW)?.slice(0, message?.length);
		expect({ [rule.rule]: broken }).toEqual({ [rule.rule]: message });
	});
}
