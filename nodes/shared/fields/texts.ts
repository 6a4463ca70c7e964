import type { Field } from './field';

/** Makes fields for a text, with a description and what else is special about them. */
function textField(displayName: string, name: string, property: string, rows?: number) {
	return (description: string, more: Partial<Field> = {}): Field => ({
		displayName,
		name,
		type: 'string',
		...(rows && { typeOptions: { rows } }),
		default: '',
		description,
		routing: { send: { type: 'body', property } },
		...more,
	});
}

export const text = textField('Text', 'text', 'text_content', 4);
export const title = textField('Title', 'title', 'title');
export const details = textField('Description', 'description', 'description', 4);
