import { createHash, randomUUID } from 'crypto';
import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';

/** What is remembered of one input item of a run that did not end well. */
export interface Trace {
	/** Digest of what the item was to write */
	digest: string;
	/** Of an item that was written: its output, or the UID to read it again */
	row?: IDataObject;
	/** The item was rejected, and only `expected` is to be kept */
	definite?: boolean;
	/** Of an item whose outcome is unknown: the expected value that the node read for it */
	expected?: IDataObject;
}

/** One key and one time for all tries of a run, and what became of its items. */
interface Stored {
	/** n8n's run index: a loop runs a node many times in one execution */
	run: number;
	id: string;
	/** Unix milliseconds */
	at: number;
	items: Record<string, Trace>;
}

/**
 * Remembers a run of a node over its tries, so that a retry sends again only what was not written,
 * with the same keys and times. It lives in n8n's node context, which survives Retry On Fail and
 * "Retry execution" and is stored with the execution; a run that ends well leaves nothing behind.
 */
export class Memory {
	private constructor(
		private readonly context: { svc?: Stored },
		private readonly stored: Stored,
		private readonly part: string,
	) {}

	/**
	 * The memory of the run that `context` belongs to; entries of other runs are dropped. `part` keeps
	 * the writes apart that one operation makes of an item.
	 */
	static of(context: IExecutePaginationFunctions, part = ''): Memory {
		const node = context.getContext('node') as { svc?: Stored };
		const run = Number(context.getWorkflowDataProxy(context.getItemIndex()).$runIndex);
		if (node.svc?.run !== run) node.svc = { run, id: randomUUID(), at: Date.now(), items: {} };
		return new Memory(node, node.svc, part);
	}

	/** An idempotency key: the same for all tries of this item with this content (contract: at most 128 characters). */
	keyFor(itemIndex: number, digest: string): string {
		return `${this.stored.id}-${this.part}${itemIndex}-${digest}`;
	}

	/** The business time of an item in Unix milliseconds: that of the first try, in input order. */
	timeFor(itemIndex: number): number {
		return this.stored.at + itemIndex;
	}

	trace(itemIndex: number): Trace | undefined {
		return this.stored.items[this.part + itemIndex];
	}

	remember(itemIndex: number, trace: Trace): void {
		this.stored.items[this.part + itemIndex] = trace;
	}

	forget(itemIndex: number): void {
		delete this.stored.items[this.part + itemIndex];
	}

	/** The run ended well: nothing of it will be tried again. */
	clear(): void {
		if (this.context.svc === this.stored) delete this.context.svc;
	}
}

/** A short digest of what an item is to write, independent of the order of its fields. */
export function digestOf(body: IDataObject): string {
	const sorted = JSON.stringify(body, (_key, value: unknown) =>
		typeof value === 'object' && value !== null && !Array.isArray(value)
			? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
			: value,
	);
	return createHash('sha256').update(sorted).digest('hex').slice(0, 16);
}
