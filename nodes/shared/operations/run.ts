import type {
	IBinaryData,
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import type { Path } from '../contract';
import { RunCache } from '../api/reading';
import { userOf } from '../api/user';
import type { Failure } from '../errors/failure';
import type { Field } from '../form/field';
import { fileNameOf } from '../rows/rowFiles';
import type { Connection } from '../transport/connection';
import { send, type Answer } from '../transport/send';
import type { Entries } from './writes/entries';

/** n8n's functions for all items of a run (custom operations), or for one item (n8n's routing). */
export type NodeFunctions = IExecuteFunctions | IExecutePaginationFunctions;

/** The caller of a run, as its endpoints see it. */
export interface RunCaller {
	/** Rows of a list whose Limit has no value */
	limit: number;
	/** Longest time of a run in milliseconds, for a caller that does not wait longer */
	patience?: number;
	/** True if the row of a change has the title of its object, which was read for it */
	namesWritten?: true;
	/** A failure in the words of the caller */
	wordsOf?: (failure: Failure, fields: Field[]) => Failure;
	/** The entries of writes of earlier runs, for a caller whose retries are runs of their own */
	memoryOf?: (run: Run, account: string | null) => Entries;
}

/**
 * One run of a node: the state that its items share.
 *
 * With On Error = stop, a failed item halts the run: the other items send nothing more. With On Error = continue, items
 * do not affect each other.
 */
export class Run {
	private failed = false;
	/** Lists of names, objects and counts that its items share */
	readonly cache = new RunCache();
	private readonly hints = new Map<string, string>();
	private readonly enders: Array<(whole: boolean) => void> = [];
	private runIndex?: number;
	/** On Error = stop: the first failure ends the node */
	readonly stopsOnError: boolean;
	private readonly cancelled: AbortSignal | undefined;

	constructor(
		readonly functions: NodeFunctions,
		readonly connection: Connection,
		/** Number of items. `single` if each item is a run of its own: in n8n's routing, and for some callers */
		readonly scope: { size: number; single: boolean },
		readonly caller: RunCaller,
	) {
		if (caller.patience) connection.deadline = performance.now() + caller.patience;
		this.stopsOnError = !functions.continueOnFail();
		this.cancelled = functions.getExecutionCancelSignal();
	}

	/** Sends one request. Throws HaltedError if the run is halted. */
	readonly send = async (path: Path, body: IDataObject, neverReplay?: boolean): Promise<Answer> =>
		this.checked(await send(this.connection, { path, body, neverReplay }, () => this.halted));

	/** Sends one read that says more of a failure, also after the run was halted by it. */
	readonly ask = async (path: Path, body: IDataObject): Promise<Answer> =>
		this.checked(
			await send(this.connection, { path, body }, () => this.cancelled?.aborted === true),
		);

	/** An answer, with a hint about numbers of it that are not exact. */
	private checked(answer: Answer): Answer {
		if (answer.rounded !== undefined) {
			this.hint(
				`'${answer.rounded}' has numbers beyond ${Number.MAX_SAFE_INTEGER}, which n8n rounds. Use none of them as an ID, or in a comparison.`,
				'rounded',
			);
		}
		return answer;
	}

	/** The own `user_ref` of the account, if it can be read. */
	readonly user = async (): Promise<string | undefined> => await userOf(this.connection);

	/** Notes that an item failed. With On Error = stop, this halts the run. */
	fail(): void {
		this.failed = true;
	}

	/** True if nothing may be sent any more: an item failed with On Error = stop, or the user stopped the execution. */
	get halted(): boolean {
		return this.stopped || this.cancelled?.aborted === true;
	}

	/** True if an item failed with On Error = stop. */
	get stopped(): boolean {
		return this.failed && this.stopsOnError;
	}

	/** True if no item failed and nobody stopped the execution. */
	get isWhole(): boolean {
		return !this.failed && !this.halted;
	}

	/** n8n's run index, which tells the runs of a loop apart. */
	get index(): number {
		return (this.runIndex ??= Number(this.functions.getWorkflowDataProxy(0).$runIndex));
	}

	/** Time at which a trigger found the event of an input item, in Unix milliseconds. n8n's routing has one item. */
	foundAt(index: number): number | undefined {
		const data = this.functions.getInputData() as INodeExecutionData | INodeExecutionData[];
		const item = Array.isArray(data) ? data[index] : data;
		const { found_at }: IDataObject = Object(item?.json?._event);
		const time = typeof found_at === 'string' ? Date.parse(found_at) : Number.NaN;
		return Number.isNaN(time) ? undefined : time;
	}

	/** Adds a hint beside the output. Each text is shown once, and of those about one thing the last; an empty one is none. */
	hint(text: string | undefined, about = text): void {
		if (text) this.hints.set(String(about), text);
		else if (text === '') this.hints.delete(String(about));
	}

	/** The hints so far as a row with one text, for a caller that sees nothing beside the output. */
	get hintRows(): IDataObject[] {
		return this.hints.size > 0 ? [{ hint: [...this.hints.values()].join(' ') }] : [];
	}

	/** Registers a function to call when all items have ended; `whole` if none failed and nobody stopped the run. */
	atEnd(ender: (whole: boolean) => void): void {
		this.enders.push(ender);
	}

	/** Ends the run: calls the registered functions and shows the hints. */
	end(): void {
		for (const ender of this.enders) ender(this.isWhole);
		this.showHints();
	}

	/** A file for n8n. */
	async prepareBinaryData(
		content: Buffer,
		fileName: string,
		mimeType: string,
	): Promise<IBinaryData> {
		const name = fileNameOf(fileName);
		return await this.functions.helpers.prepareBinaryData(content, name, mimeType);
	}

	/** Shows the hints, with the number of retries if there were any. n8n's routing cannot show hints. */
	private showHints(): void {
		const { requests, repeats, waited } = this.connection.sent;
		if (repeats > 0) {
			const seconds = Math.round(waited / 1000);
			this.hint(`${requests} requests, ${repeats} retried, ${seconds} s waiting for the service`);
		}
		const functions = this.functions as Partial<IExecuteFunctions>;
		// n8n's routing does not have this function (n8n 2.41,
		// n8n-core/execution-engine/node-execution-context/execute-single-context.ts)
		if (this.hints.size === 0 || typeof functions.addExecutionHints !== 'function') return;
		functions.addExecutionHints(
			...[...this.hints.values()].map((message) => ({ message, location: 'outputPane' as const })),
		);
	}
}
