import type { IDataObject } from 'n8n-workflow';

import type { Field } from '../../shared/fields';

/** Bots that a message mentions (contract: bot_mentions, at most 10). */
export const mentions: Field = {
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
					description: 'ID of a bot that is installed in the group',
					limits: { property: 'bot_uid', trim: true },
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
			] as Field[],
		} as unknown as Field,
	],
	routing: { send: { type: 'body', property: 'bot_mentions' } },
};

/** Message for a mention that the text does not contain, or contains several times without an Occurrence. */
export function brokenMention({ text_content, bot_mentions }: IDataObject): string | undefined {
	for (const { mention_text, occurrence } of (bot_mentions ?? []) as IDataObject[]) {
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
