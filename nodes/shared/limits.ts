/** A day in milliseconds. */
const DAY = 86_400_000;

/**
 * Every bound of the package: how long, how often, how much. Times are in milliseconds. What users meet of
 * them is in docs/errors.md, which a test compares with this table; values of the contract (document 1,
 * limits) say so.
 */
export const LIMITS = {
	// One request

	/** Tries of one request, the first included; those that the service refuses with 429 do not count */
	maxTries: 5,
	/** Refusals of one request with 429 */
	maxRefusals: 60,
	/** Longest time for one request from when it is first sent, and from its first 429: waiting for its turn does not count */
	maxRequestTime: 180_000,
	/** First backoff, doubled for each further try */
	firstBackoff: 500,
	/** Longest single backoff that we choose ourselves */
	longestBackoff: 8_000,
	/** Most that is added to a Retry-After, so that processes do not all come back at once */
	maxJitter: 100,
	/** Longest time until an answer begins, where the user has set no other */
	answerTimeout: 60_000,
	/** Longest time from the beginning of an answer to its end: a trickle is no sign of life */
	maxAnswerTime: 120_000,
	/** Most bytes of an answer, unpacked; anything that keeps the contract is far below */
	maxAnswerBytes: 100_000_000,
	/** Most characters of the service's own words in a message */
	maxServiceWords: 500,

	// All requests of a base URL and key, in one process

	/** Requests in flight, at most. The contract shows no figure; this one is gentle */
	maxInFlight: 4,
	/** After so many good answers one more request may be in flight after a 429 */
	successesToRecover: 20,
	/** Share by which a 429 lowers the rate */
	rateCut: 0.15,
	/** Milliseconds of use until the rate is again where the service refused it */
	rateRecovery: 15_000,
	/** Lowest rate, in requests a second */
	minRate: 0.1,
	/** Rate above which requests are not spaced in time any more */
	maxSpacedRate: 100,
	/** Latest starts that tell the rate at the first 429, and how old they may be */
	ratedStarts: 20,
	ratedTime: 10_000,
	/** By how much a Retry-After is too long on average: it counts whole seconds */
	roundedUp: 500,
	/** Longest pause: a Retry-After of years must not outlast its cause */
	maxPause: 3_600_000,
	/** Longest time between the wish to stop and the end of a wait */
	waitStep: 50,

	// Requests by the contract

	/** Most items in one request (contract) */
	itemsPerRequest: 10,
	/** Longest text to look up by name (contract), in code points */
	maxQueryLength: 100,
	/** Longest span of time that one query may cover (contract) */
	maxWindow: 366 * DAY,
	/** Most conversations in one query of messages (contract) */
	conversationsPerRequest: 100,
	/** Code points of a summary in one answer (contract) */
	summaryPage: 20_000,

	// Lists

	/** Most pages without a new row in a row: empty ones, and such as repeat the rows of the one before */
	maxEmptyPages: 1_000,
	/** Pages of a list in the editor that are looked through while somebody waits */
	maxListPages: 200,
	/** Pages of the list of conversations that are read for names in a run or poll */
	maxNamePages: 20,
	/** Pages of a list in the editor that are read and sorted together */
	sortedListPages: 20,
	/** Longest span of messages, in years: it is read in windows of 366 days */
	maxYears: 500,
	/** Times that a text is read again from its beginning, because it changed in between */
	maxRestarts: 5,

	// Names

	/** Candidates that the failure of a name lists */
	namedCandidates: 5,
	/** Names whose identifiers a process remembers for the polls of an hour */
	maxKnownNames: 1_000,

	// Runs and writes

	/** Milliseconds of work between two pauses in which n8n can do other work */
	workBetweenPauses: 20,
	/** Most steps of one item, with room for somebody else who moves it too */
	maxSteps: 6,
	/** Times that an item is sent whose outcome the service itself does not know */
	maxUndecided: 3,
	/** Time for which the service is trusted to know an idempotency key: the contract does not say */
	keyLifetime: DAY,
	/** Most bytes that are stored with an execution */
	maxJournalBytes: 64_000,
	/** Most accounts that a process remembers */
	maxAccounts: 100,

	// Polls

	/** Longest time for a poll: n8n polls every minute by default */
	maxPollTime: 45_000,
	/** Most requests of a poll: what would take more is not to be had in one */
	maxPollRequests: 3_000,
	/** A long lookback is read again about once an hour */
	rescanEvery: 3_300_000,
	/** One that is longer still, about once a day */
	wholeRescanEvery: 23.5 * 3_600_000,
	/** Objects that left the lookback before they were ready and are read again by their UIDs */
	maxUnready: 500,
	/** Most bytes of their UIDs */
	maxUnreadyBytes: 11_000,
	/** Longest time after its own time in which an object may become ready */
	maxUnreadyAge: 30 * DAY,
	/** Most bytes of a state that is stored twice, with the node and with the workflow */
	maxStoredTwice: 32_000,
	/** Most bytes of the filter values that are stored with a trigger */
	maxFilterBytes: 4_000,
	/** Rows without a time that can be told from new ones */
	maxUndated: 2_500,
	/** Longest span that is read at once: what a query may cover, less a day for moving clocks */
	maxSpan: 365 * DAY,
	/** Most pages of one slice: of a span as usual, and of one that has to be caught up with */
	maxSlicePages: 200,
	maxLongSlicePages: 20,
	/** Most rows of one slice that is longer than a millisecond */
	maxSliceRows: 2_000,
	/** A slice with so few pages lets the next one be longer */
	fewPages: 5,
	/** Longest time back in which the latest events are looked for: five years */
	farBack: 5 * 366 * DAY,
	/** Longest time ahead in which the next events are looked for: a year */
	farAhead: 365 * DAY,
	/** Items that a manual test shows at most */
	sampleEvents: 3,
	/** Warnings that a process remembers, so as not to repeat them within an hour */
	maxWarnings: 1_000,
	/** Posts whose replies are watched */
	maxWatchedPosts: 50,
	/** Bytes for the events that were seen: with everything else a state stays below 64 KiB */
	maxSeenBytes: 40_000,
	/** Bytes for the events that were seen, in the first state, which is stored twice */
	maxFirstSeenBytes: 25_000,
	/** Polls in which a text may be missing before its event goes out without it */
	maxEnrichAttempts: 5,
	/** Most events whose attempts are counted at a time; the others wait for their turn */
	maxCountedAttempts: 50,
};

/**
 * Largest page of each PAGED operation, by its path (contract, page-size ranges). Lists, triggers and lists
 * in the editor read as much as they may.
 */
export const PAGE_SIZES: Record<string, number> = {
	'/api/v1/arrangement/query': 50,
	'/api/v1/calls/query': 50,
	'/api/v1/calls/transcript/query': 500,
	'/api/v1/chat/conversations/list': 100,
	'/api/v1/chat/conversations/query': 50,
	'/api/v1/chat/conversations/resolve': 10,
	'/api/v1/chat/join-restrictions/list': 100,
	'/api/v1/chat/members/list': 100,
	'/api/v1/chat/messages/moderation/query': 500,
	'/api/v1/chat/messages/query': 500,
	'/api/v1/chat/messages/search': 50,
	'/api/v1/chat/targets/resolve': 5,
	'/api/v1/people/resolve': 10,
	'/api/v1/record/containers/list': 100,
	'/api/v1/record/containers/resolve': 10,
	'/api/v1/record/search': 50,
	'/api/v1/record/timeline/query': 150,
	'/api/v1/recordings/query': 50,
	'/api/v1/recordings/speakers/resolve': 10,
	'/api/v1/recordings/summaries/query': 50,
	'/api/v1/recordings/transcript/query': 200,
	'/api/v1/teams/list': 100,
	'/api/v1/teams/members/list': 50,
	'/api/v1/teams/resolve': 10,
	'/api/v1/world/records/query': 100,
	'/api/v1/world/replies/query': 100,
	'/api/v1/xchat-import/conversations/query': 50,
	'/api/v1/xchat-import/conversations/resolve': 10,
	'/api/v1/xchat-import/group-members/list': 50,
	'/api/v1/xchat-import/messages/query': 50,
};

/** Sets other limits until the function that it gives is called. For tests alone. */
export function overrideLimits(others: Partial<typeof LIMITS>): () => void {
	const before = { ...LIMITS };
	Object.assign(LIMITS, others);
	return () => void Object.assign(LIMITS, before);
}
