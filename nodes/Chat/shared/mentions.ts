import type { IDataObject } from 'n8n-workflow';

import type { Field } from '../../shared/fields';

/** Bots that a message speaks to (contract: bot_mentions, at most 10). */
export const mentions: Field = {
	displayName: 'Bot Mentions',
	name: 'botMentions',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, maxValue: 10 },
	placeholder: 'Add Mention',
	default: {},
	description: 'Bots of the group that the message mentions. The text itself is not changed.',
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
					description: 'A bot that is installed in the group',
					limits: { property: 'bot_uid', trim: true },
				},
				{
					displayName: 'Mention Text',
					name: 'mentionText',
					type: 'string',
					required: true,
					default: '',
					placeholder: 'e.g. @Kiln Bot',
					description: 'The mention exactly as it is in the text, with its at-sign',
					limits: { property: 'mention_text' },
				},
				{
					displayName: 'Occurrence',
					name: 'occurrence',
					type: 'number',
					typeOptions: { minValue: 1 },
					default: '',
					description:
						'Which occurrence is meant, counted from 1, if the text contains the mention more than once',
					limits: { property: 'occurrence' },
				},
			] as Field[],
		} as unknown as Field,
	],
	routing: { send: { type: 'body', property: 'bot_mentions' } },
};

/** Error of a mention, if any: the mention has to occur in the text, and its occurrence has to be clear. */
export function brokenMention({ text_content, bot_mentions }: IDataObject): string | undefined {
	for (const { mention_text, occurrence } of (bot_mentions ?? []) as IDataObject[]) {
		const [text, mention] = [String(text_content), String(mention_text)];
		if (!/^[@＠]/.test(mention)) {
			return `'Mention Text' must begin with an at-sign: "${mention}"`;
		}
		const count = text.split(mention).length - 1;
		if (count === 0) return `'Mention Text' does not stand in 'Text': "${mention}"`;
		if (occurrence === undefined && count > 1) {
			return `'Occurrence' is empty, but "${mention}" stands ${count} times in 'Text'`;
		}
		if (Number(occurrence ?? 1) > count) {
			return `'Occurrence' is ${String(occurrence)}, but "${mention}" stands only ${count} times in 'Text'`;
		}
	}
	return undefined;
}
