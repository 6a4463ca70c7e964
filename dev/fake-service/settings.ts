/** Settings that the contract leaves to the service and that a test may change. */
export interface Settings {
	/** When a record search is answered with `refinement_required`. */
	search: {
		/** Code points; shorter keywords: `keyword_too_short`. */
		minKeyword: number;
		/** Records in the searched dates and creators; more: `visible_scope_too_large`. */
		maxScope: number;
		/** Hits; more: `candidate_overflow`. */
		maxCandidates: number;
	};
	/** How transcripts of recordings are cut. */
	transcript: {
		/** Code points of text after which a page ends; it holds at least one item. */
		bodyBudget: number;
		/** Full mode, for gaps: the fragment (0: first) that sentences of several are without. */
		missingFragment?: number;
	};
	chat: {
		/** Code points of a text that lists and contexts show. */
		textLimit: number;
		/** Messages before and after each anchor of a context. */
		context: number;
		/** Messages that a page of moderation targets goes through at most. */
		maxScan: number;
	};
	teams: {
		/** Removals that are done before the next one fails with HTTP 502, once. */
		removalsBeforeFailure: number;
	};
	world: {
		/** Whether what is published has to wait for its review (see World.review). */
		review: boolean;
	};
	/**
	 * Items answered with `unknown`, by target: the target_user_ref of createPrivateChats, the
	 * record_uid of publishWorldRecords. That many `times`, and with or without effect.
	 */
	unknownOutcomes: Record<string, { times: number; done: boolean }>;
}

export function defaultSettings(): Settings {
	return {
		search: { minKeyword: 2, maxScope: Infinity, maxCandidates: Infinity },
		transcript: { bodyBudget: 10_000 },
		chat: { textLimit: 300, context: 3, maxScan: 200 },
		teams: { removalsBeforeFailure: Infinity },
		world: { review: false },
		unknownOutcomes: {},
	};
}
