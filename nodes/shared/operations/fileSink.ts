import type { IDataObject } from 'n8n-workflow';

import { datedName, type FileFormat, RowFiles } from '../outputs/rowFiles';
import { Final, type InputItem, type Row } from './endpoint';
import { Pace } from './pace';
import { completed, type Completion, type RowSink } from './rowSink';

/**
 * One output item for each file. A list without rows has no file unless the user wants one, and neither has one that
 * fails half-way: its items are never put out.
 */
export class FileSink implements RowSink {
	count = 0;
	private readonly files: RowFiles;
	private readonly pace = new Pace();

	constructor(
		private readonly item: InputItem,
		private readonly completion: Completion | undefined,
		format: FileFormat,
	) {
		const { settings, form, run } = item;
		const columns = new Set(form().columns(completion?.adds(item) ?? []));
		const zone = run.functions.getTimezone();
		const name = settings.fileName?.trim() || datedName(form().action, zone, Date.now());
		this.files = new RowFiles(
			format,
			columns,
			name,
			async (...file) => await run.prepareBinaryData(...file),
		);
	}

	async add(rows: IDataObject[]): Promise<void> {
		this.count += rows.length;
		const whole = await completed(rows, this.item, this.completion);
		for (const row of this.item.form().of(whole)) {
			if (this.pace.isDue) await this.pace.yield();
			await this.files.add(row);
		}
	}

	async end(more: boolean): Promise<Row[]> {
		const { settings } = this.item;
		const field = settings.binaryPropertyName?.trim() || 'data';
		const files = await this.files.end(more, settings.ifEmpty === 'file');
		return files.map(({ json, binary }) => new Final(json, { [field]: binary }));
	}
}
