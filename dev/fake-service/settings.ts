/** Behaviour that the contract leaves to the service and that a test may change. */
export interface Settings {
	/** Limits beyond which a record search is answered with `refinement_required`. */
	search: {
		/** Minimum length in code points; shorter keywords: `keyword_too_short`. */
		minKeyword: number;
		/** Maximum number of records in the searched dates and creators; more: `visible_scope_too_large`. */
		maxScope: number;
		/** Maximum number of hits; more: `candidate_overflow`. */
		maxCandidates: number;
	};
	/** Paging of transcripts of recordings. */
	transcript: {
		/** Number of code points after which a page ends; it has at least one item. */
		bodyBudget: number;
		/** Full mode, for gaps: index of the fragment that sentences with several fragments omit. */
		missingFragment?: number;
	};
	chat: {
		/** Maximum number of code points of a text in lists and contexts. */
		textLimit: number;
		/** Number of messages before and after each anchor of a context. */
		context: number;
		/** Maximum number of messages that are read for a page of moderation targets. */
		maxScan: number;
	};
	records: {
		/** Records whose container the timeline and search show, though exact reads have all: every other one by default. */
		containers: 'some' | 'all' | 'none';
	};
	teams: {
		/** Number of removals before the next one fails with HTTP 502, once. */
		removalsBeforeFailure: number;
	};
	/** Answer to an idempotency key that was used with other content: a refusal, or the first outcome again. */
	keys: 'refused' | 'repeated';
	world: {
		/** True if posts have to wait for a review (see World.review). */
		review: boolean;
	};
	/**
	 * Items that are answered with `unknown`, by target: the target_user_ref of createPrivateChats or the record_uid
	 * of publishWorldRecords. `times` is the number of answers; `done` tells if the item is carried out.
	 */
	unknownOutcomes: Record<string, { times: number; done: boolean }>;
}

export function defaultSettings(): Settings {
	return {
		search: { minKeyword: 2, maxScope: Infinity, maxCandidates: Infinity },
		transcript: { bodyBudget: 10_000 },
		chat: { textLimit: 300, context: 3, maxScan: 200 },
		records: { containers: 'some' },
		teams: { removalsBeforeFailure: Infinity },
		keys: 'refused',
		world: { review: false },
		unknownOutcomes: {},
	};
}
