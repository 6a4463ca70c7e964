import { type TextForm, textOfRow, textOfRows } from '../outputs/text';
import { writtenTimeIn } from '../outputs/writtenTime';
import { type Endpoint, Final, type InputItem, isObjectRow, type Row } from './endpoint';
import { MemorySink } from './rowSink';

/** True if the rows become a text. */
export function wantsText({ settings }: InputItem): boolean {
	return settings.outputAs === 'text';
}

/** True if the rows become a text with this field or these headings, so that the rows need it. */
export function textShows(item: InputItem, field: string, heading?: string): boolean {
	if (!wantsText(item)) return false;
	const { textFields = [], groupBy } = item.settings;
	return textFields.includes(field) || (heading !== undefined && groupBy === heading);
}

/** One output item with a text of all rows. A list without rows has the user's words for that, or no item. */
export class TextSink extends MemorySink {
	async end(more: boolean): Promise<Row[]> {
		const rows = await this.completed();
		const { item } = this;
		if (rows.length === 0) {
			const text = item.settings.textIfEmpty;
			return text ? [new Final({ text, rows: 0, has_more: more })] : [];
		}
		const simplified = item.form().of(rows);
		const [{ total_count: total }] = simplified;
		const rest = typeof total === 'number' ? total - rows.length : 0;
		const text = textOfRows(simplified, formOf(item), more && rest > 0 ? rest : more);
		return [new Final({ text, rows: rows.length, has_more: more })];
	}
}

/** Endpoint of an exact read, whose object becomes a text if the user has chosen that. */
export function withText(read: Endpoint): Endpoint {
	const endpoint: Endpoint = async (items, url) => {
		const results = await read(items, url);
		return results.map((result, i) =>
			'rows' in result && wantsText(items[i])
				? { rows: result.rows.map((row) => written(row, items[i])) }
				: result,
		);
	};
	return Object.assign(endpoint, { givesObject: true as const });
}

/** The object as a text. An outcome without an object stays as it is. */
function written(row: Row, item: InputItem): Row {
	if (!isObjectRow(row)) return row;
	const [simplified] = item.form().of([row]);
	const text = textOfRow(simplified, formOf(item));
	return new Final({ text, ...(row.found === true && { found: true }) });
}

function formOf({ settings, form, run }: InputItem): TextForm {
	const { textFields: fields, groupBy, language = 'en' } = settings;
	const time = writtenTimeIn(run.functions.getTimezone(), language, Date.now());
	return { output: form().output!, fields, groupBy, time };
}
