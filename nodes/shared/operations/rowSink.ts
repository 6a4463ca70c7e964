import type { IDataObject } from 'n8n-workflow';

import { isoTimeIn } from '../outputs/isoTime';
import { simplify, type Output } from '../outputs/output';
import { Final, type InputItem, type Row } from './endpoint';

/** Adds to the rows of a list what its options ask for, such as transcripts. */
export interface Completion {
	/** Fields that the options of the item add to every row */
	adds: (item: InputItem) => string[];
	complete: (rows: IDataObject[], item: InputItem) => Promise<IDataObject[]>;
	/** For Output As = Talk Time: makes a row for each speaker of all rows */
	talkTime?: { of: (rows: IDataObject[]) => IDataObject[]; output: Output };
}

/** Number of rows to read, those of earlier parts included: Limit for each part; Infinity with Return All. */
export function wantedOf(item: InputItem): number {
	const { returnAll, part = 1 } = item.settings;
	return returnAll ? Infinity : limitOf(item) * part;
}

/** The rows of the wanted part, without those of earlier parts. */
export function ofPart(rows: IDataObject[], item: InputItem): IDataObject[] {
	const { returnAll, part = 1 } = item.settings;
	if (part === 1) return rows;
	const rest = returnAll ? [] : rows.slice(limitOf(item) * (part - 1));
	if (rest.length === 0)
		item.run.hint(`There is no part ${part}: the list has ${rows.length} rows.`);
	return rest;
}

/** If Return All is an expression, n8n hides Limit, so its default is used. */
function limitOf({ settings, run }: InputItem): number {
	return settings.limit ?? run.caller.limit;
}

/** Takes the rows of a list as they are read, and makes the output items of them. */
export interface RowSink {
	/** Rows so far */
	readonly count: number;
	add(rows: IDataObject[]): Promise<void>;
	/** The output items, when all rows are there. `more` is true if the service may have more rows */
	end(more: boolean): Promise<Row[]>;
}

/** The rows with what the options of the item add. Every row has the added fields, null if there is nothing to add. */
export async function completed(
	rows: IDataObject[],
	item: InputItem,
	completion: Completion | undefined,
): Promise<IDataObject[]> {
	const added = completion?.adds(item) ?? [];
	if (added.length === 0) return rows;
	const none = Object.fromEntries(added.map((name) => [name, null]));
	return (await completion!.complete(rows, item)).map((row) => ({ ...none, ...row }));
}

/** Keeps the rows until all are there. */
export abstract class MemorySink implements RowSink {
	private readonly rows: IDataObject[] = [];

	constructor(
		protected readonly item: InputItem,
		protected readonly completion?: Completion,
	) {}

	get count(): number {
		return this.rows.length;
	}

	async add(rows: IDataObject[]): Promise<void> {
		for (const row of rows) this.rows.push(row);
	}

	abstract end(more: boolean): Promise<Row[]>;

	/** All rows with what the options add */
	protected async completed(): Promise<IDataObject[]> {
		return await completed(ofPart(this.rows, this.item), this.item, this.completion);
	}
}

/** One output item for each row. */
export class ItemSink extends MemorySink {
	async end(): Promise<Row[]> {
		return await this.completed();
	}
}

/** One output item for each speaker of all rows. */
export class TalkTimeSink extends MemorySink {
	async end(): Promise<Row[]> {
		const { of, output } = this.completion!.talkTime!;
		const iso = isoTimeIn(this.item.run.functions.getTimezone());
		return simplify(of(await this.completed()), output, iso).map((row) => new Final(row));
	}
}
