import type { IExecuteData, IExecutePaginationFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

/**
 * The items of one run of a node, which n8n starts all together and each on its own.
 *
 * On Error = stop means that nothing is sent once the node has failed: an item that cannot be sent
 * stops the others before their first request, and one that fails later stops what the others have
 * not sent yet. With On Error = continue every item stands alone.
 */
export class Run {
	private readonly joined = new Set<number>();
	private turn?: Promise<void>;
	private failed = false;
	private left = false;

	constructor(
		private readonly stopsOnError: boolean,
		/** How many items will join; undefined when that cannot be known */
		private readonly expected?: number,
	) {}

	has(itemIndex: number): boolean {
		return this.joined.has(itemIndex);
	}

	join(itemIndex: number): void {
		this.joined.add(itemIndex);
	}

	/** An item failed. With On Error = stop the others end without sending anything more. */
	fail(): void {
		this.failed ||= this.stopsOnError;
	}

	/** Nothing may be sent any more. */
	get halted(): boolean {
		return this.failed;
	}

	/** n8n has ended the node and listens no more: an error thrown now would end in nowhere. */
	get abandoned(): boolean {
		return this.left;
	}

	/**
	 * Ends when all items that n8n starts together have joined. Fewer than expected means that n8n
	 * ended the node already: an expression of a later item could not be resolved.
	 */
	async complete(): Promise<void> {
		this.turn ??= sleep(0).then(() => {
			this.turn = undefined;
			this.left = this.stopsOnError && this.joined.size < (this.expected ?? 0);
			if (this.left) this.fail();
		});
		await this.turn;
	}
}

/** Survives Retry On Fail, which hands the same object to the second try. */
const runs = new WeakMap<IExecuteData, Run>();

/** The run that this item belongs to, with the item in it. */
export function joinRun(context: IExecutePaginationFunctions): Run {
	const executeData = context.getExecuteData();
	const itemIndex = context.getItemIndex();
	// An agent hands the execute-data of its own to all its tools: those calls do not belong together
	if (executeData.node.id !== context.getNode().id) return soloRun(context);
	let run = runs.get(executeData);
	// An item that comes a second time belongs to another try
	if (!run || run.has(itemIndex)) {
		run = new Run(!context.continueOnFail(), expectedItems(context, executeData));
		runs.set(executeData, run);
	}
	run.join(itemIndex);
	return run;
}

function soloRun(context: IExecutePaginationFunctions): Run {
	return new Run(!context.continueOnFail());
}

function expectedItems(
	context: IExecutePaginationFunctions,
	executeData: IExecuteData,
): number | undefined {
	const options = context.getNodeParameter('requestOptions', {}) as {
		batching?: { batch?: { batchInterval?: number } };
	};
	// With Batching n8n starts the items in groups, so a missing one may still come
	if (options.batching?.batch?.batchInterval) return undefined;
	if (executeData.node.executeOnce) return 1;
	return executeData.data.main?.[0]?.length;
}
