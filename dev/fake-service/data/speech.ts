import type { Random } from '../random';

/** Invented texts of recordings, calls and imported chats. */

const materials = ['the blue glaze', 'the wet clay', 'the ash batch', 'the test tiles', 'the slip'];
const things = ['the ladder', 'the second key', 'the rain barrel', 'the lamp', 'the old boat'];
const moments = ['before noon', 'on Thursday', 'after the rain', 'by the weekend', 'tomorrow'];

const sentences: Array<(random: Random) => string> = [
	({ pick }) => `Has anybody seen ${pick(things)}?`,
	({ pick }) => `I would rather finish ${pick(materials)} ${pick(moments)}.`,
	({ int }) => `Let us say ${int(2, 40)}, and count again when they are dry.`,
	({ pick }) => `Put ${pick(things)} next to the door, please, I will take it ${pick(moments)}.`,
	() => 'Yes.',
	() => 'Mhm.',
	() => 'One moment, the kettle 🫖',
	({ int, pick }) => `It was ${int(3, 29)} degrees in the shed, too cold for ${pick(materials)}.`,
	({ pick }) =>
		`No, not that one. The other one, the one ${pick(['with the dent', 'from Odile'])}.`,
	({ int }) => `Bar ${int(4, 90)} again from the top, and this time together 🎶`,
	() => '先把窗户打开，通通风再说。',
	({ int }) => `第${int(1, 30)}页我没看懂，谁能讲一讲？`,
	() => '了解です、明日もう一度やってみます。',
	({ pick }) =>
		`What I mean is that ${pick(things)} is nobody's, so everybody should look after it.`,
	({ int }) => `Then we need ${int(2, 9)} more chairs and somebody who brings the cake 🍰`,
	() => '"Never two kilns at once," she said, and she was right.',
	({ pick }) => `Agreed: ${pick(materials)} first, ${pick(things)} ${pick(moments)}.`,
];

/** Characters of one and of several code points with several UTF-16 units each, and a letter with a combining accent. */
const clusters = ['🏺', '🔥', '👩🏽‍🎨', '👨‍👩‍👧‍👦', '🏳️‍🌈', '🇺🇳', '𝒦', '釉', '窯', '토', 'é', '1️⃣'];

/** One spoken sentence. */
export function sentence(random: Random): string {
	return random.pick(sentences)(random);
}

/** Text of exactly `length` code points, with many characters of more than one UTF-16 unit. */
export function textOf(random: Random, length: number): string {
	let text = '';
	let count = 0;
	while (count < length) {
		const points = [...sentence(random), ' ', ...random.pick(clusters), ' '];
		text += points.slice(0, length - count).join('');
		count += points.length;
	}
	return text;
}
