/** Invented words for people, topics and notes. */

// prettier-ignore
export const firstNames = [
	'Ada', 'Orin', 'Tamsin', 'Bela', 'Caspian', 'Dove', 'Elio', 'Fenna', 'Gale', 'Hollis',
	'Indra', 'Juno', 'Kestrel', 'Linnea', 'Marlow', 'Nima', 'Odile', 'Perrin', 'Quill', 'Rowan',
	'Sorrel', 'Tarn', 'Una', 'Vesper', 'Wren', 'Yarrow', 'Zephyr', 'Birch', 'Clover', 'Dune',
];

// prettier-ignore
export const lastNames = [
	'Fields', 'Vale', 'Brook', 'Harrow', 'Lintel', 'Marsh', 'Northgate', 'Oakham', 'Pebble', 'Quarry',
	'Ridge', 'Saltmarsh', 'Thistle', 'Underhill', 'Vine', 'Wharf', 'Yonder', 'Ashdown', 'Bluebell', 'Cobble',
];

/** People whose names are not written in Latin letters. */
export const otherNames = ['云舟', '小满', '星河', 'ほしぞら', '나무', 'Ωmega Δelta'];

// prettier-ignore
export const groupNames = [
	'Studio team', 'Allotment 14', 'Evening course', 'Boat Club 🚣', '读书会', 'Choir', 'Spring fair',
];

/** The topic tree: titles, nested. */
export interface TopicSeed {
	title: string;
	children?: TopicSeed[];
}
export const topicTree: TopicSeed[] = [
	{
		title: 'Work',
		children: [
			{
				title: 'Kiln Studio',
				children: [{ title: 'Glazes' }, { title: 'Firing Log' }, { title: 'Orders' }],
			},
			{ title: 'Workshops', children: [{ title: 'Ideas' }] },
			{ title: 'Invoices' },
		],
	},
	{
		title: 'Home',
		children: [{ title: 'Garden' }, { title: 'Ideas' }, { title: 'Repairs / Boat' }],
	},
	{ title: 'Drafts' },
	{ title: '旅行', children: [{ title: '海边' }] },
	{ title: 'Choir 🎶' },
];

/** Former topics, which are no destinations any more. */
export const formerTopics = ['Old Studio', 'Winter Market'];

const materials = ['cobalt', 'celadon', 'ash', 'tenmoku', 'shino', 'copper red', 'matte white'];
const pieces = ['bowls', 'mugs', 'tiles', 'planters', 'lids', 'test rings', 'bottles'];
const plants = ['beans', 'quince', 'fennel', 'rhubarb', 'sweet peas', 'garlic', 'kale'];
const things = ['bilge pump', 'back door', 'wheel bearing', 'rain barrel', 'lamp', 'shed roof'];

type Pick = <T>(list: readonly T[]) => T;
type Int = (min: number, max: number) => number;

/** Notes as people write them: one line, several, lists, emoji, other scripts. */
export const notes: Array<(pick: Pick, int: Int, who: string) => { title: string; text: string }> =
	[
		(pick, int) => ({
			title: `Firing ${int(20, 90)}`,
			text: `Kiln reached ${int(980, 1260)} °C at ${int(10, 20)}:${int(10, 59)}. ${pick(materials)} on the top shelf ran a little, keep the ${pick(pieces)} lower next time.`,
		}),
		(pick, int) => ({
			title: `${pick(materials)} test ${int(1, 40)}`,
			text: `Three coats are too many. Two coats, ${int(2, 6)} % more ash, then it looks like rain on slate 🌧️`,
		}),
		(pick, int, who) => ({
			title: `Call with ${who}`,
			text: `${who} wants ${int(6, 48)} ${pick(pieces)} in ${pick(materials)}, half now and half after the holidays.\n- send a sample\n- ask about the lids\n- price per piece, not per box`,
		}),
		(pick, int) => ({
			title: 'Garden',
			text: `Sowed ${pick(plants)} in bed ${int(1, 6)}. The ${pick(plants)} needs netting before the pigeons find it.`,
		}),
		(pick) => ({
			title: 'To fix',
			text: `The ${pick(things)} again. Measure first, then order the part; the old one was not a standard size.`,
		}),
		(pick, _int, who) => ({
			title: `From ${who}`,
			text: `"You never step into the same river, but the ${pick(things)} drips all the same." Made me laugh 😄`,
		}),
		(_pick, int) => ({
			title: 'Rehearsal',
			text: `Bars ${int(8, 40)} to ${int(41, 90)} slower, altos are right, we are not. Bring pencils ✏️`,
		}),
		(pick, int) => ({
			title: '釉药记录',
			text: `第${int(1, 60)}次试验：${pick(['青瓷', '天目', '白釉'])}，还原焰，温度 ${int(1180, 1280)} 度。颜色比上次深，很满意。`,
		}),
		(_pick, int) => ({
			title: '海辺のメモ',
			text: `朝の散歩 ${int(2, 9)} km。波が静かで、貝殻を三つ拾った 🐚`,
		}),
		(pick, int) => ({
			title: 'Chapter notes',
			text: `Page ${int(12, 380)}: the ferryman counts the passengers twice and gets two numbers. Ask the others what they made of the ${pick(things)}.`,
		}),
		(pick, int) => ({
			title: `Invoice ${int(1000, 9999)}`,
			text: `${int(2, 30)} ${pick(pieces)}, due in 14 days. Remind once, politely.`,
		}),
		(_pick, int) => ({
			title: 'Idea 💡',
			text: `A shelf that tells its own weight. Needs ${int(2, 4)} load cells, one afternoon and patience.`,
		}),
	];

export const errands: Array<(pick: Pick, int: Int, who: string) => string> = [
	(pick) => `Order ${pick(materials)}`,
	(pick, int) => `Pack ${int(4, 24)} ${pick(pieces)}`,
	(_pick, _int, who) => `Call ${who} back`,
	(pick) => `Repair the ${pick(things)}`,
	(pick) => `Water the ${pick(plants)}`,
	(_pick, _int, who) => `Send the sample to ${who}`,
	(_pick, int) => `Pay invoice ${int(1000, 9999)}`,
	() => '订购新的刷子',
	() => 'Book the hall for the choir 🎶',
	(_pick, int) => `Read chapter ${int(2, 30)}`,
];
