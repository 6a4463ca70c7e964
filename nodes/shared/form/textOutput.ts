import type { INodePropertyOptions } from 'n8n-workflow';

import { labelOf } from '../rows/text';
import { layoutOf, type Output } from '../rows/output';
import type { Field, Setting } from './field';
import { byName } from './properties';

const AS_TEXT: Field['displayOptions'] = { show: { outputAs: ['text'] } };

/** Headings of a text, by the value of Group By. */
const GROUPS: Record<string, { name: string; description: string }> = {
	conversation: { name: 'Conversation', description: 'A heading for each conversation' },
	day: { name: 'Day', description: 'A heading for each day, in the order of time' },
	person: { name: 'Person', description: 'A heading for each person' },
	status: { name: 'Status', description: 'A heading for each status' },
	topic: { name: 'Topic', description: 'A heading for each topic' },
};

/** Choice of the fields of a text, in the order of the output's own text. */
export function textFields({ fields, text = '' }: Output): Setting {
	const choices = layoutOf(fields).map(({ name }) => ({
		name: labelOf(name),
		value: name,
		description: `The field ${name} of the output`,
	}));
	return {
		...fieldsOfText,
		default: layoutOf(text).map(({ name }) => name),
		options: byName(choices),
	};
}

const fieldsOfText: Setting = {
	displayName: 'Text Fields',
	name: 'textFields',
	type: 'multiOptions',
	default: [],
	description: 'Fields of each line of the text, in the order in which you choose them',
	displayOptions: AS_TEXT,
};

/** Choice of the headings of a text; none for an output without groups. */
export function groupBy({ groups = {} }: Output): Setting[] {
	const choices: INodePropertyOptions[] = Object.keys(groups).map((value) => ({
		...GROUPS[value],
		value,
	}));
	if (choices.length === 0) return [];
	choices.push({ name: 'None', value: 'none', description: 'One list without headings' });
	return [
		{
			displayName: 'Group By',
			name: 'groupBy',
			type: 'options',
			default: 'none',
			description: 'Headings of the text, with the lines that belong to each',
			options: byName(choices),
			displayOptions: AS_TEXT,
		},
	];
}

/** Text of a list without rows. */
export const textIfEmpty: Setting = {
	displayName: 'If Empty',
	name: 'textIfEmpty',
	type: 'string',
	default: '',
	placeholder: 'e.g. Nothing is due today.',
	description:
		'Text to output if the list has no rows. If empty, there is no item, so the workflow ends.',
	displayOptions: AS_TEXT,
};

/** Option for the language of days and months in a text, and of the numbers in a table. */
export const language: Setting = {
	displayName: 'Language',
	name: 'language',
	type: 'string',
	default: 'en',
	placeholder: 'e.g. de',
	description: 'Language of day names or of CSV separators, as a tag such as de or pt-BR',
	displayOptions: { show: { '/outputAs': ['text', 'csv'] } },
	limits: { language: true, trim: true },
};
