/** Entry that waits for its turn. */
interface Entry {
	/** ID of its queue */
	queue: string;
	/** True for polls and list searches */
	urgent: boolean;
	/** The try before, if there was one. After a 429 the entry comes before all others */
	again?: 'refused' | 'failed';
}

/** Turns of requests: of those of polls and list searches, and of others, each by executions of nodes. */
export class Turns<T extends Entry> {
	private readonly urgent = new RoundRobin<T>();
	private readonly others = new RoundRobin<T>();
	private lastWasUrgent = false;

	get isEmpty(): boolean {
		return this.urgent.isEmpty && this.others.isEmpty;
	}

	add(entry: T): void {
		const queues = entry.urgent ? this.urgent : this.others;
		if (entry.again === 'refused') queues.addFirst(entry.queue, entry);
		else queues.add(entry.queue, entry);
	}

	/** Removes and returns the entry that is next, of those that may have their turn. */
	take(
		may: (entry: T) => boolean,
		concurrency: number,
		urgentIn: (concurrency: number) => number,
	): T | undefined {
		const [urgent, other] = [this.urgent.next(may), this.others.next(may)];
		const urgentGoes =
			urgent !== undefined &&
			urgentIsNext({
				othersWait: other !== undefined,
				urgentInFlight: urgentIn(concurrency),
				concurrency,
				lastWasUrgent: this.lastWasUrgent,
			});
		const [queues, id] = urgentGoes ? [this.urgent, urgent] : [this.others, other];
		if (id === undefined) return undefined;
		this.lastWasUrgent = urgentGoes;
		return queues.take(id);
	}

	/** Removes and returns entries from the start of each queue while they are `gone`. */
	takeGone(gone: (entry: T) => boolean): T[] {
		return [...this.urgent.takeGone(gone), ...this.others.takeGone(gone)];
	}
}

/** Round-robin scheduler: one first-in, first-out queue for each execution of a node. */
export class RoundRobin<T> {
	/** Queues by ID, in the order of their turns, without empty ones */
	private queues = new Map<string, T[]>();

	get isEmpty(): boolean {
		return this.queues.size === 0;
	}

	/** Adds the entry to the end of its queue. */
	add(id: string, entry: T): void {
		const queue = this.queues.get(id);
		if (queue) queue.push(entry);
		else this.queues.set(id, [entry]);
	}

	/** Adds an entry that had its turn before, so that it has the next turn of all. */
	addFirst(id: string, entry: T): void {
		const queue = this.queues.get(id) ?? [];
		queue.unshift(entry);
		this.queues.delete(id);
		this.queues = new Map([[id, queue], ...this.queues]);
	}

	/** ID of the queue whose turn it is: the first one whose first entry may have its turn. */
	next(may: (entry: T) => boolean): string | undefined {
		for (const [id, [first]] of this.queues) if (may(first)) return id;
		return undefined;
	}

	/** Removes and returns the first entry of a queue, which is the last one to have a turn again. */
	take(id: string): T {
		const queue = this.queues.get(id)!;
		this.queues.delete(id);
		const entry = queue.shift()!;
		if (queue.length > 0) this.queues.set(id, queue);
		return entry;
	}

	/** Removes and returns entries from the start of each queue while they are `gone`. */
	takeGone(gone: (entry: T) => boolean): T[] {
		const taken: T[] = [];
		for (const [id, queue] of this.queues) {
			while (queue.length > 0 && gone(queue[0])) taken.push(queue.shift()!);
			if (queue.length === 0) this.queues.delete(id);
		}
		return taken;
	}
}

/**
 * True if an urgent request (poll or list search) that waits is next. Urgent requests come first, and take every free place
 * if nobody else waits. While others wait, they take at most half of the requests in flight, and at most every other turn.
 */
export function urgentIsNext(now: {
	othersWait: boolean;
	urgentInFlight: number;
	concurrency: number;
	lastWasUrgent: boolean;
}): boolean {
	if (!now.othersWait) return true;
	const half = Math.max(1, Math.floor(now.concurrency / 2));
	return now.urgentInFlight < half && !now.lastWasUrgent;
}
