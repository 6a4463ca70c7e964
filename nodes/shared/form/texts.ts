import type { RequestField } from '../contract';
import type { Field, Limits, Setting } from './field';

/** Makes fields for a text, with a description and what else is special about them. */
function textField<Sent extends RequestField>(
	displayName: string,
	name: string,
	property: Sent,
	rows?: number,
) {
	return (description: string, more: Partial<Setting> = {}): Field<Sent> => ({
		displayName,
		name,
		type: 'string',
		...(rows && { typeOptions: { rows } }),
		default: '',
		description,
		...more,
		routing: { send: { type: 'body', property } },
	});
}

export const text = textField('Text', 'text', 'text_content', 4);
export const title = textField('Title', 'title', 'title');
export const details = textField('Description', 'description', 'description', 4);

const pattern = {
	regex: /^(?!["'“”„‘’«»])\S+$/,
	words: 'an ID without blanks and quotation marks',
};
/** Limits of a text, or of each entry of a list, that is an identifier. */
export const IDENTIFIER: Limits = { trim: true, pattern };
