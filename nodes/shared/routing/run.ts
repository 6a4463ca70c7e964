import type { IExecuteData, IExecutePaginationFunctions, INode } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { Call, Row, Shape } from './shape';

/**
 * The items of one run of a node, which n8n starts all together and each on its own.
 *
 * On Error = stop means that nothing is sent once the node has failed: an item that cannot be sent
 * stops the others before their first request, and one that fails later stops what the others have
 * not sent yet. With On Error = continue every item stands alone.
 */
export class Run {
	private readonly joined = new Set<number>();
	private wave?: Wave;
	private someFailed = false;
	private endedItems = 0;
	private readonly turns = new Map<string, number>();
	private left = false;

	constructor(
		private readonly stopsOnError: boolean,
		/** How many items the run has */
		readonly size: number,
		/** Whether n8n starts them all at once, and not in groups (Batching) */
		private readonly atOnce: boolean,
		/** Whether it is a single call of a tool by an agent, each of whose tries has a run of its own */
		readonly ofTool = false,
	) {}

	has(itemIndex: number): boolean {
		return this.joined.has(itemIndex);
	}

	join(itemIndex: number): void {
		this.joined.add(itemIndex);
	}

	/** All items of the run have come. */
	private get whole(): boolean {
		return this.joined.size >= this.size;
	}

	/** So many items have ended, well or not. Says whether the run has ended well with them. */
	ended(items: number): boolean {
		this.endedItems += items;
		return this.endedItems >= this.size && !this.someFailed;
	}

	/** How many items of the run came before that change the same. */
	turnOf(target: string): number {
		const turn = this.turns.get(target) ?? 0;
		this.turns.set(target, turn + 1);
		return turn;
	}

	/** An item failed. With On Error = stop the others end without sending anything more. */
	fail(): void {
		this.someFailed = true;
	}

	/** Nothing may be sent any more. */
	get halted(): boolean {
		return this.someFailed && this.stopsOnError;
	}

	/** n8n has ended the node and listens no more: an error thrown now would end in nowhere. */
	get abandoned(): boolean {
		return this.left;
	}

	/**
	 * Starts a call together with the others that n8n starts in this turn, and gives its rows. Waits
	 * until all of them have joined; fewer than the run has means that n8n ended the node already,
	 * because an expression of a later item could not be resolved.
	 */
	async start(shape: Shape, call?: Call): Promise<Row[]> {
		const wave = (this.wave ??= this.newWave(shape));
		const place = call ? wave.calls.push(call) - 1 : undefined;
		const results = await wave.results;
		return place === undefined || this.left ? [] : await results[place];
	}

	private newWave(shape: Shape): Wave {
		const calls: Call[] = [];
		const results = sleep(0).then(() => {
			this.wave = undefined;
			this.left = this.stopsOnError && this.atOnce && !this.whole;
			if (this.left) this.fail();
			return this.left || calls.length === 0 ? [] : shape.perform(calls);
		});
		return { calls, results };
	}
}

/** The calls that start together, and the promises of their rows. */
interface Wave {
	calls: Call[];
	results: Promise<Array<Promise<Row[]>>>;
}

/** Survives Retry On Fail, which hands the same object to the second try. */
const runs = new WeakMap<IExecuteData, Run>();

/** The run that this item belongs to, with the item in it. */
export function joinRun(context: IExecutePaginationFunctions, { id }: INode): Run {
	const executeData = context.getExecuteData();
	const itemIndex = context.getItemIndex();
	// An agent hands the execute-data of its own to all its tools: those calls do not belong together
	if (executeData.node.id !== id) return soloRun(context);
	let run = runs.get(executeData);
	// An item that comes a second time belongs to another try
	if (!run || run.has(itemIndex)) {
		run = newRun(context, executeData);
		runs.set(executeData, run);
	}
	run.join(itemIndex);
	return run;
}

function newRun(context: IExecutePaginationFunctions, executeData: IExecuteData): Run {
	const options = context.getNodeParameter('requestOptions', {}) as {
		batching?: { batch?: { batchInterval?: number } };
	};
	const size = executeData.node.executeOnce ? 1 : (executeData.data.main?.[0]?.length ?? 1);
	return new Run(!context.continueOnFail(), size, !options.batching?.batch?.batchInterval);
}

function soloRun(context: IExecutePaginationFunctions): Run {
	const run = new Run(!context.continueOnFail(), 1, true, true);
	run.join(context.getItemIndex());
	return run;
}
