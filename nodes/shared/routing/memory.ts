import { createHash, randomUUID } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import type { Call } from './shape';

/** What is remembered of one input item of a run that did not end well. */
export interface Trace {
	/** Digest of what the item was to write */
	digest: string;
	/** Of an item that was written: its output, or the UID to read it again */
	row?: IDataObject;
	/** The item was rejected, and only `expected` and `at` are to be kept */
	definite?: boolean;
	/** Of an item whose outcome is unknown: the expected value that the node read for it */
	expected?: IDataObject;
	/** Unix milliseconds: the time that an item of unknown outcome was sent with, or the new one of a rejected item */
	at?: number;
}

/** What something is remembered of. */
interface Place {
	/** Index of the input item */
	index: number;
	/** Digest of what it changes: a change of something else is none of its tries */
	target?: string;
}

/** A write of an item, as it is sent at all its tries. */
export interface Slot extends Place {
	/** Digest of what it writes */
	digest: string;
	/** The time it is sent with, in Unix milliseconds */
	at: number;
}

/** What makes the keys of a run, and what became of its items. */
interface Stored {
	/** n8n's run index: a loop runs a node many times in one execution */
	run: number;
	id: string;
	/** The time of the first try, in Unix milliseconds */
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
		private readonly path: string,
		private readonly ofTool: boolean,
	) {}

	/**
	 * The memory of the run that a call belongs to; entries of other runs are dropped. `path` keeps
	 * the writes apart that one operation makes of an item, or another one after the workflow was changed.
	 */
	static of({ context, run: { ofTool } }: Call, path: string): Memory {
		const node = context.getContext('node') as { svc?: Stored };
		const run = Number(context.getWorkflowDataProxy(context.getItemIndex()).$runIndex);
		if (!node.svc || (node.svc.run !== run && !ofTool))
			node.svc = { run, id: randomUUID(), at: Date.now(), items: {} };
		return new Memory(node, node.svc, path, ofTool);
	}

	/**
	 * An idempotency key (contract: at most 128 characters): the same for all tries of this item with
	 * this content and time, another for what is tried anew after a rejection.
	 */
	keyFor({ index, digest, at }: Slot): string {
		return `${this.stored.id}-${index}-${digest}-${at}`;
	}

	trace(place: Place): Trace | undefined {
		return this.stored.items[this.nameOf(place)];
	}

	/** All that is remembered of the items of this path. */
	traces(): Trace[] {
		const names = Object.keys(this.stored.items).filter((name) => name.startsWith(`${this.path} `));
		return names.map((name) => this.stored.items[name]);
	}

	remember(place: Place, trace: Trace): void {
		this.stored.items[this.nameOf(place)] = trace;
	}

	forget(place: Place): void {
		delete this.stored.items[this.nameOf(place)];
	}

	private nameOf({ index, target }: Place): string {
		return `${this.path} ${index}${target ? ` ${target}` : ''}`;
	}

	/**
	 * Where an item is remembered. Nobody knows which call of a tool repeats which: those with the same
	 * content are taken for tries of each other as long as one is in doubt, and get times of their own.
	 */
	placeOf({ itemIndex: index }: Call, digest: string, target?: string): Place {
		return { index, target: this.ofTool ? digest : target };
	}

	/** The time of the first try in Unix milliseconds. Calls of a tool have times of their own, none twice. */
	startedAt(): number {
		if (this.ofTool) this.stored.at = Math.max(Date.now(), this.stored.at + 1);
		return this.stored.at;
	}

	/** The run ended well: nothing of it will be tried again. Other calls of a tool may. */
	clear(): void {
		if (this.ofTool) {
			const { items } = this.stored;
			for (const [name, { row }] of Object.entries(items)) if (row) delete items[name];
		} else if (this.context.svc === this.stored) delete this.context.svc;
	}
}

/** A short digest of what an item is to write, independent of the order of its fields. */
export function digestOf(body: IDataObject | IDataObject[string][]): string {
	const sorted = JSON.stringify(body, (_key, value: unknown) =>
		typeof value === 'object' && value !== null && !Array.isArray(value)
			? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
			: value,
	);
	return createHash('sha256').update(sorted).digest('hex').slice(0, 16);
}
