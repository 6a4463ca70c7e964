import { CONTRACT } from './contract/operations';
import { DAY } from './durations';

/** All limits of the package, which tests can set by name. */
export const DECLARED: Array<Record<string, number>> = [];

/** Declares limits: those below, and in a file those that it alone needs. Times are in milliseconds. */
export function declareLimits<Limits extends Record<string, number>>(limits: Limits): Limits {
	DECLARED.push(limits);
	return limits;
}

/**
 * Limits of the contract (document 1, limits), which are marked, of several files, and those that docs/errors.md tells users.
 * A test compares the documentation with all limits.
 */
export const LIMITS = declareLimits({
	// One request

	/** Tries of one request, including the first. Tries that are refused with 429 do not count */
	maxTries: 5,
	/** Longest time for the tries of one request, and again for its tries after 429, without waiting for its turn */
	maxRequestTime: 180_000,
	/** First backoff, doubled with each further try */
	firstBackoff: 500,
	/** Longest backoff without a Retry-After header */
	longestBackoff: 8_000,
	/** Longest time until an answer starts, unless the user sets another timeout */
	answerTimeout: 60_000,
	/** Longest time from the start of an answer to its end */
	maxAnswerTime: 120_000,
	/**
	 * Largest answer in bytes, uncompressed: 500 messages of 10,000 code points, the largest page of the contract
	 * (queryChatMessages), have 20 MB
	 */
	maxAnswerBytes: 25_000_000,
	/** Most characters of the service's own message in ours */
	maxServiceWords: 500,

	// All requests of a base URL and key, in one process

	/** Most requests in flight. The contract has no figure */
	maxInFlight: 4,
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
	/** Most rows of a file: spreadsheet programs take a million, and every row takes time to open */
	maxFileRows: 100_000,
	/**
	 * Longest text of a cell in a spreadsheet, in UTF-16 code units: that of Excel (Microsoft, Excel specifications and
	 * limits). Google Sheets takes 50,000
	 */
	maxCell: 32_767,
	/** Most bytes of a file's rows: a file is in memory while it is written */
	maxFileBytes: 64_000_000,

	// Names

	/** Most candidates in the message about a name, and most names in a hint */
	namedCandidates: 5,
	/** Members of a group that a message names */
	namedMembers: 3,

	// Texts that are not ready

	/** Pause before a state is asked for again, doubled each time */
	firstPause: 5_000,
	/** Longest such pause */
	longestPause: 60_000,

	// Runs and writes

	/** Most steps of one item, including repetitions if somebody else changes its status */
	maxSteps: 6,
	/** Longest run for a caller that waits 60 seconds */
	patientCall: 40_000,

	// Polls

	/** Interval of rescans of a long lookback: about an hour */
	rescanEvery: 3_300_000,
	/** Most rows of a slice that is read again, if it is longer than a millisecond */
	maxSliceRows: 2_000,
	/** Most triggers whose latest polls a process remembers */
	maxLatestPolls: 1_000,
	/** Most bytes of seen events, so that a state stays below 64 KiB */
	maxSeenBytes: 40_000,
	/** Most bytes of seen events in the first state, which is stored twice */
	maxFirstSeenBytes: 25_000,
});

/** Largest page of each PAGED operation by path (contract documents 2 and 3), which all lists and triggers use. */
export const PAGE_SIZES: Record<string, number> = Object.fromEntries(
	Object.entries(CONTRACT).flatMap(([path, what]) => ('page' in what ? [[path, what.page]] : [])),
);
