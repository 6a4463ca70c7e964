/** What the contract leaves to the service, and a test may want to change. */
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
}

export function defaultSettings(): Settings {
	return { search: { minKeyword: 2, maxScope: Infinity, maxCandidates: Infinity } };
}
