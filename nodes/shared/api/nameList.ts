import type { IDataObject } from 'n8n-workflow';

import type { Path } from '../contract';
import { errorOf, isDefect } from '../errors/failure';
import { declareLimits } from '../limits';
import { reasonOf } from './completeRows';
import { type Page, paginate } from './paginate';
import type { ReadContext } from './reading';

const OWN_LIMITS = declareLimits({
	/** Most pages of conversations that a run or poll reads for names */
	maxNamePages: 20,
});

/**
 * A list of the service that has the names of what rows mention by ID, such as the list of topics. A run or poll reads it
 * once, page by page, until all wanted names are known, and at most `OWN_LIMITS.maxNamePages` pages. If a page cannot be read,
 * names are missing, but no row is.
 */
export class NameList {
	/** The reason why names may be missing, if the list was not read to its end */
	gap?: string;
	private readonly pages: AsyncGenerator<Page, undefined>;
	private reading: Promise<void> = Promise.resolve();
	private read = 0;
	private ended = false;

	/** @param note takes the names of a row of the list */
	constructor(
		url: Path,
		send: ReadContext['send'],
		private readonly note: (row: IDataObject) => void,
	) {
		const ask = async (to: Path, body: IDataObject) => (await send(to, body)).data;
		this.pages = paginate({ url, ask }, {});
	}

	/** Reads pages until all wanted names are known, the list ends or a page cannot be read. */
	async readUntil(knowsAll: () => boolean): Promise<void> {
		this.reading = this.reading.then(async () => {
			while (!this.ended && !knowsAll()) await this.readPage();
		});
		await this.reading;
	}

	private async readPage(): Promise<void> {
		const isLast = await this.takePage().catch((error: unknown) => {
			if (isDefect(error)) throw error;
			this.gap = reasonOf(errorOf(error));
			return true;
		});
		this.ended = isLast || ++this.read >= OWN_LIMITS.maxNamePages;
		if (this.ended && !isLast)
			this.gap = `The list has more than the ${this.read} pages that are read for names`;
	}

	/** Takes the names of the next page. Returns true if no page follows. */
	private async takePage(): Promise<boolean> {
		const { value } = await this.pages.next();
		for (const row of value?.rows ?? []) this.note(row);
		return value?.next === undefined;
	}
}
