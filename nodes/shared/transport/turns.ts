/** Queues that are served in turn (round robin): one for each execution of a node, each first come first served. */
export class RoundRobin<T> {
	/** By id, in the order of their turns; none is empty */
	private queues = new Map<string, T[]>();

	get isEmpty(): boolean {
		return this.queues.size === 0;
	}

	/** The entry waits behind all others of its queue. */
	add(id: string, entry: T): void {
		const queue = this.queues.get(id);
		if (queue) queue.push(entry);
		else this.queues.set(id, [entry]);
	}

	/** The entry has the next turn of all: it had its turn before, and keeps its place. */
	addFirst(id: string, entry: T): void {
		const queue = this.queues.get(id) ?? [];
		queue.unshift(entry);
		this.queues.delete(id);
		this.queues = new Map([[id, queue], ...this.queues]);
	}

	/** Takes the entry whose turn it is. */
	next(): T | undefined {
		for (const [id, queue] of this.queues) {
			const entry = queue.shift();
			this.queues.delete(id);
			if (queue.length > 0) this.queues.set(id, queue);
			return entry;
		}
		return undefined;
	}

	/** Takes entries off the heads of all queues as long as they are `gone`. */
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
 * Polls and list searches go first. They have at most half of the requests in flight, and at most every
 * other turn while others wait.
 */
export function urgentIsNext(now: {
	urgentWaits: boolean;
	othersWait: boolean;
	urgentInFlight: number;
	concurrency: number;
	lastWasUrgent: boolean;
}): boolean {
	const half = Math.max(1, Math.floor(now.concurrency / 2));
	const yields = now.lastWasUrgent && now.othersWait;
	return now.urgentWaits && now.urgentInFlight < half && !yields;
}
