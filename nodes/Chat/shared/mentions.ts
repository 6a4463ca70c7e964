import type { IDataObject } from 'n8n-workflow';

import { objectsIn } from '../../shared/api';
import { type Field, IDENTIFIER } from '../../shared/form';

/** Bots that a message mentions (sendChatMessages: at most 10). */
export const mentions = {
	displayName: 'Bot Mentions',
	name: 'botMentions',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, maxValue: 10 },
	placeholder: 'Add Mention',
	default: {},
	description: 'Bots that the text mentions. This option does not change the text.',
	options: [
		{
			displayName: 'Mention',
			name: 'mention',
			values: [
				{
					displayName: 'Bot ID',
					name: 'botUid',
					type: 'string',
					required: true,
					default: '',
					placeholder: 'e.g. bot_5d10c2a87be6',
					description: 'ID of a bot in the group: sender_bot_uid of its messages',
					limits: { property: 'bot_uid', ...IDENTIFIER },
				},
				{
					displayName: 'Mention Text',
					name: 'mentionText',
					type: 'string',
					required: true,
					default: '',
					placeholder: 'e.g. @Kiln Bot',
					description: 'The mention exactly as it appears in the text, including the @ sign',
					limits: { property: 'mention_text' },
				},
				{
					displayName: 'Occurrence',
					name: 'occurrence',
					type: 'number',
					typeOptions: { minValue: 1 },
					default: '',
					description:
						'Number of the occurrence, starting at 1, if the text contains the mention more than once',
					limits: { property: 'occurrence' },
				},
			],
		},
	],
	routing: { send: { type: 'body', property: 'bot_mentions' } },
} satisfies Field;

/** Message for a mention that the text does not contain, or contains several times without an Occurrence. */
export function brokenMention({ text_content, bot_mentions }: IDataObject): string | undefined {
	if (bot_mentions === undefined) return undefined;
	for (const { mention_text, occurrence } of objectsIn(bot_mentions)) {
		const [text, mention] = [String(text_content), String(mention_text)];
		if (!/^[@＠]/.test(mention)) {
			return `'Mention Text' must start with an @ sign: "${mention}"`;
		}
		const count = text.split(mention).length - 1;
		if (count === 0) return `'Mention Text' does not occur in 'Text': "${mention}"`;
		if (occurrence === undefined && count > 1) {
			return `'Occurrence' is empty, but "${mention}" occurs ${count} times in 'Text'`;
		}
		if (Number(occurrence ?? 1) > count) {
			return `'Occurrence' is ${String(occurrence)}, but "${mention}" occurs only ${count} times in 'Text'`;
		}
	}
	return undefined;
}

/** The texts of the mentions of a message. */
export function mentionTexts({ bot_mentions }: IDataObject): string[] {
	return objectsIn(bot_mentions).map(({ mention_text }) => String(mention_text));
}

/** The mentions that are in a part of the text, with their occurrence in this part. */
export function withMentionsOf(
	{ text_content, bot_mentions }: IDataObject,
	{ text, start }: { text: string; start: number },
): IDataObject {
	const inPart = objectsIn(bot_mentions).flatMap((mention) => {
		const { mention_text, occurrence } = mention;
		const place = placeOf(String(text_content), String(mention_text), Number(occurrence ?? 1));
		if (place < start || place >= start + text.length) return [];
		const before = String(text_content).slice(start, place);
		const earlier = before.split(String(mention_text)).length - 1;
		return [occurrence === undefined ? mention : { ...mention, occurrence: earlier + 1 }];
	});
	return { bot_mentions: inPart.length > 0 ? inPart : undefined };
}

/** Index of the nth occurrence of a mention. */
function placeOf(text: string, mention: string, occurrence: number): number {
	return text.split(mention).slice(0, occurrence).join(mention).length;
}
