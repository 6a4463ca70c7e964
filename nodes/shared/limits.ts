import { CONTRACT } from './contract/operations';
import { DAY } from './durations';

/**
 * All limits of the package. Times are in milliseconds. docs/errors.md lists those that users can reach, and a test compares
 * it with this table. Limits of the contract (document 1, limits) are marked.
 */
export const LIMITS = {
	// One request

	/** Tries of one request, including the first. Tries that are refused with 429 do not count */
	maxTries: 5,
	/** Tries of one request that are refused with 429 */
	maxRefusals: 60,
	/** Longest time for the tries of one request, and again for its tries after 429, without waiting for its turn */
	maxRequestTime: 180_000,
	/** First backoff, doubled with each further try */
	firstBackoff: 500,
	/** Longest backoff without a Retry-After header */
	longestBackoff: 8_000,
	/** Longest random delay after a Retry-After, so that processes do not all continue at once */
	maxJitter: 100,
	/** Longest time until an answer starts, unless the user sets another timeout */
	answerTimeout: 60_000,
	/** Longest time from the start of an answer to its end */
	maxAnswerTime: 120_000,
	/** Largest answer in bytes, uncompressed: 500 messages of 10,000 code points, the largest page of the contract, have 20 MB */
	maxAnswerBytes: 25_000_000,
	/** Most characters of the service's own message in ours */
	maxServiceWords: 500,

	// All requests of a base URL and key, in one process

	/** Most requests in flight. The contract has no figure */
	maxInFlight: 4,
	/** Time without an answer after which a request counts as slow */
	slowAnswer: 500,
	/** Failed tries in a row after which an endpoint can be down for an execution */
	failuresToStop: 8,
	/** Time over which they have all failed, and then from one request that is sent to the next */
	outagePatience: 8_000,
	/** Successful answers after a 429 until one more request may be in flight */
	successesToRecover: 20,
	/** Share by which a 429 lowers the rate */
	rateCut: 0.15,
	/** Time of use until the rate is back at the refused rate, doubled after each refusal near it, and the longest one */
	rateRecovery: 15_000,
	longestRateRecovery: 240_000,
	/** Share of the refused rate at which another refusal is near it */
	nearCeiling: 0.97,
	/** Lowest rate, in requests per second */
	minRate: 0.1,
	/** Rate above which requests are no longer spaced, in requests per second */
	maxSpacedRate: 100,
	/** Number and age of the latest requests that determine the rate at the first 429: a service may count by the minute */
	ratedStarts: 1_000,
	ratedTime: 60_000,
	/** Time without a request after which earlier ones no longer determine it */
	ratedGap: 10_000,
	/** Average excess of a Retry-After, which counts whole seconds */
	roundedUp: 500,
	/** Longest pause, however long the Retry-After is */
	maxPause: 3_600_000,
	/** Longest time from a stop to the end of a wait */
	waitStep: 50,

	// Requests by the contract

	/** Most items in one request (contract) */
	itemsPerRequest: CONTRACT['/api/v1/record/records/create'].batch,
	/** Longest text to look up by name, in code points (contract) */
	maxQueryLength: CONTRACT['/api/v1/people/resolve'].fields.query.maxLength,
	/** Longest time range of one query (contract) */
	maxWindow: 366 * DAY,
	/** Most conversations in one query of messages (contract) */
	conversationsPerRequest:
		CONTRACT['/api/v1/chat/messages/query'].fields.chat_session_uids.maxItems,
	/** Code points of a summary in one answer (contract) */
	summaryPage: CONTRACT['/api/v1/recordings/summaries/read'].fields.limit.maximum,

	// Lists

	/** Most consecutive pages without a new row: empty ones, and repetitions of the previous page */
	maxEmptyPages: 1_000,
	/** Most pages of a list in the editor that are searched for a match */
	maxListPages: 200,
	/** Most pages of conversations that a run or poll reads for names */
	maxNamePages: 20,
	/** Most pages of a list in the editor that are sorted together */
	sortedListPages: 20,
	/** Most rows of a file: spreadsheet programs take a million, and every row takes time to open */
	maxFileRows: 100_000,
	/** Longest text of a cell in a spreadsheet, in UTF-16 code units: that of Excel. Google Sheets takes 50,000 */
	maxCell: 32_767,
	/** Most bytes of a file's rows: a file is in memory while it is written */
	maxFileBytes: 64_000_000,
	/** Bytes of rows that become one block of a file */
	fileBlockBytes: 1_000_000,
	/** Longest time range of messages in years, which is read in windows of 366 days */
	maxYears: 500,
	/** Pages of a list that are read before it is divided */
	pagesBeforeParts: 20,
	/** Pages of a part: a little less than a whole number, so that the last one is seldom almost empty */
	pagesOfPart: 9.7,
	/** Share of requests for parts with few rows, above which a list is not divided further */
	wastedShare: 0.02,
	/** Most objects that the rows of a run remember of exact reads, so that none is read twice */
	maxKnownObjects: 100_000,
	/** Most starts of reading a text that changes meanwhile */
	maxRestarts: 5,

	// Names

	/** Most candidates in the message about a name, and most names in a hint */
	namedCandidates: 5,
	/** Members of a group that a message names */
	namedMembers: 3,
	/** Most invalid items in the message of a node that ends because of them */
	namedItems: 10,
	/** Most names in the cache of a process for polls */
	maxKnownNames: 1_000,

	// Texts that are not ready

	/** Pause before a state is asked for again, doubled each time */
	firstPause: 5_000,
	/** Longest such pause */
	longestPause: 60_000,

	// Runs and writes

	/** Longest synchronous work without a pause for other work of n8n */
	workBetweenPauses: 20,
	/** Most steps of one item, including repetitions if somebody else changes its status */
	maxSteps: 6,
	/** Times that an item is sent whose object somebody else changes between reading and writing it */
	maxOutdated: 5,
	/** Most parts of a text that is too long for one message or record */
	maxParts: 100,
	/** Most tries of an item whose outcome the service itself does not know */
	maxUndecided: 3,
	/** Time for which a write with unknown outcome is remembered for a caller that repeats it, and the most of them */
	rememberedCalls: 600_000,
	maxRememberedCalls: 1_000,
	/** Longest run for a caller that waits 60 seconds */
	patientCall: 40_000,
	/** Most accounts in the caches of a process */
	maxAccounts: 100,

	// Polls

	/** Longest poll. By default, n8n polls every minute */
	maxPollTime: 45_000,
	/** Longest time after its start in which other polls wait for a poll */
	maxPollWait: 60_000,
	/** Most requests of a poll */
	maxPollRequests: 3_000,
	/** Requests of a failed poll above which the next polls do not ask again for this time, if the failure does not pass */
	costlyRequests: 500,
	costlyPause: 600_000,
	/** Time in which n8n stores what a poll has found: until then the state that it gives may be the one before */
	storingTime: 60_000,
	/** Interval of rescans of a long lookback: about an hour */
	rescanEvery: 3_300_000,
	/** Interval of whole rescans of a lookback with an hourly part: about a day */
	wholeRescanEvery: 23.5 * 3_600_000,
	/** Most objects that left the lookback before they were ready and are read by UID */
	maxUnready: 500,
	/** Most bytes of the UIDs of these objects */
	maxUnreadyBytes: 11_000,
	/** Longest time after its own time in which an object can become ready */
	maxUnreadyAge: 30 * DAY,
	/** Longest time by which rescans reach further back where the clocks of the service and of n8n differ */
	maxClockDifference: DAY,
	/** Largest state that is stored twice, with the node and with the workflow, in bytes */
	maxStoredTwice: 32_000,
	/** Pages of a whole list that every poll reads. One of more pages is read once in as many minutes, at most ten */
	freeListPages: 5,
	/** Most rows without a time among which new ones can be detected */
	maxUndated: 2_500,
	/** Longest slice: the longest time range of a query minus a day, since clocks differ */
	maxSpan: 365 * DAY,
	/** Most pages of a slice: of usual length, and of a longer one */
	maxSlicePages: 200,
	maxLongSlicePages: 20,
	/** Most rows of a slice that is read again, if it is longer than a millisecond */
	maxSliceRows: 2_000,
	/** Pages that a slice may have whatever their rows */
	freePages: 2,
	/** Most pages of a slice after which slices get longer */
	fewPages: 5,
	/** Longest time back in which the latest events are searched: five years */
	farBack: 5 * 366 * DAY,
	/** Longest time ahead in which the next events are searched: a year */
	farAhead: 365 * DAY,
	/** Most events that one poll puts together in a text or file */
	maxJoinedEvents: 10_000,
	/** Most events for which a slice is long enough */
	maxSliceEvents: 500,
	/** Most items of a test event */
	sampleEvents: 3,
	/** Most events whose texts a manual test reads after it has found one that is wanted, where texts decide that */
	maxSampledTexts: 50,
	/** Most triggers whose latest polls a process remembers */
	maxLatestPolls: 1_000,
	/** Most warnings in the list of a process that prevents repetition within an hour */
	maxWarnings: 1_000,
	/** Most posts whose replies are watched */
	maxWatchedPosts: 50,
	/** Most bytes of seen events, so that a state stays below 64 KiB */
	maxSeenBytes: 40_000,
	/** Share of them for events in the future that come after all that were emitted */
	ordinarySeenShare: 0.75,
	/** Most bytes of seen events in the first state, which is stored twice */
	maxFirstSeenBytes: 25_000,
	/** Most polls that try to read a text before its event is emitted without it */
	maxEnrichAttempts: 5,
	/** Longest time for which an event waits for its text, with the time until the next poll */
	maxTextWait: 3_600_000,
	/** Most events whose attempts are counted at the same time */
	maxCountedAttempts: 50,
};

/** Largest page of each PAGED operation by path (contract, page-size ranges), which all lists and triggers use. */
export const PAGE_SIZES: Record<string, number> = Object.fromEntries(
	Object.entries(CONTRACT).flatMap(([path, what]) => ('page' in what ? [[path, what.page]] : [])),
);

/** Sets other limits until the returned function is called. For tests only. */
export function overrideLimits(others: Partial<typeof LIMITS>): () => void {
	const before = { ...LIMITS };
	Object.assign(LIMITS, others);
	return () => void Object.assign(LIMITS, before);
}
