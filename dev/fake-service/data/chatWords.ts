/** Invented words for chats, bots, teams and the world. */

type Pick = <T>(list: readonly T[]) => T;
type Int = (min: number, max: number) => number;

const things = ['kiln', 'boat', 'ladder', 'score', 'lamp', 'key', 'trolley', 'kettle'];
const places = ['the shed', 'the pier', 'room 4', 'the orchard', 'the hall', '码头'];
const dishes = ['leek soup', 'plum cake', 'dumplings', 'flatbread', 'quince jam', '饺子'];

/** Chat texts: short, in several scripts, with and without emoji. */
export const chatLines: Array<(pick: Pick, int: Int, who: string) => string> = [
	(pick, int) => `Who has the key of ${pick(places)}? I am there from ${int(8, 19)}:00.`,
	(pick) => `The ${pick(things)} is working again 🎉`,
	(_pick, _int, who) => `Thanks ${who}!`,
	(pick, int) => `I bring ${pick(dishes)} for ${int(4, 12)}.`,
	() => 'ok',
	() => '👍',
	() => '好的，明天见',
	(_pick, int) => `Moved to ${int(1, 28)}.${int(1, 12)}., same time.`,
	(pick, int) => `Somebody left a ${pick(things)} in ${pick(places)}, shelf ${int(1, 9)}.`,
	(_pick, int) => `今晚${int(6, 9)}点排练，请带谱子 🎶`,
	() => 'あとで写真を送りますね 📷',
	(pick, int) => `Need ${int(2, 20)} more bricks before we can fire. Ask at ${pick(places)}?`,
	(_pick, _int, who) => `${who} is right, the tide is two hours later.`,
	(pick) => `How did you make the ${pick(dishes)}? Not a crumb left.`,
	() => 'On my way, five minutes.',
	(pick) => `Please do not move the ${pick(things)} while the paint is wet.`,
];

/** Messages of bots in groups. */
export const botLines: Array<(pick: Pick, int: Int) => string> = [
	(_pick, int) => `Temperature ${int(18, 1260)} °C, next reading in ${int(5, 30)} minutes.`,
	(pick) => `Reminder: return the ${pick(things)} to ${pick(places)}.`,
	(_pick, int) => `High water at ${int(1, 23)}:${int(10, 59)}.`,
	(_pick, int) => `Poll closed: ${int(2, 9)} yes, ${int(0, 4)} no.`,
];

export const botNames = [
	'Kiln Watch',
	'Tide Table',
	'Poll Keeper',
	'提醒助手',
	'Key Ledger',
	'Stork',
];

export const teamNames = [
	'Kiln Crew',
	'Harbour Watch',
	'Kiln Crew',
	'Seed Library',
	'Kiln Crew',
	'Night Bakery',
	'乐团后台',
	'Repair Guild',
];

export const worldTags = ['glaze', 'garden', 'boats', 'choir', '读书', 'small wins', 'Glaze', '🎶'];

/** Plug-ins that somebody has published. */
export const extensions = [
	{ name: 'Tide Widget', description: 'High and low water for the next three days.' },
	{ name: 'Glaze Mixer', description: 'Percentages to grams, and back.' },
	{ name: 'Page Counter' },
];

/** Files of posts: name, MIME type and medium. */
export const postFiles = [
	{ file_name: 'shelf-3.jpg', mime_type: 'image/jpeg', media_type: 'image' as const },
	{ file_name: '试片.png', mime_type: 'image/png', media_type: 'image' as const },
	{ file_name: 'launch.mp4', mime_type: 'video/mp4', media_type: 'video' as const },
	{ file_name: 'rehearsal.m4a', mime_type: 'audio/mp4', media_type: 'voice' as const },
	{ file_name: 'plan of the shed.pdf', mime_type: 'application/pdf', media_type: 'file' as const },
];
