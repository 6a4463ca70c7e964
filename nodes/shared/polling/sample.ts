import type { IDataObject } from 'n8n-workflow';

import { inParallel } from '../api/batchItems';
import { type Failure, FailureError, HaltedError } from '../errors/failure';
import { declareLimits } from '../limits';
import type { Reader, TriggerEvent } from './event';
import { byTime, type FoundEvent } from './found';
import type { PollSession } from './session';
import { sampleEvents } from './begin';
import { looksForWords } from './ownFilters';

const OWN_LIMITS = declareLimits({
	/** Most items of a test event */
	sampleEvents: 3,
	/** Most events whose texts a manual test reads after it has found one that is wanted, where texts decide that */
	maxSampledTexts: 50,
});

/**
 * Test events for the editor, at most as many as a poll emits. Stores nothing. With Text Contains, ever more events are
 * looked at, until one is wanted or there is no more time.
 */
export async function sample(session: PollSession): Promise<FoundEvent[]> {
	const { event, enricher, maxItems } = session;
	const most = Math.min(OWN_LIMITS.sampleEvents, maxItems);
	const looks = looksForWords(enricher);
	/** By key; undefined for those that are not wanted */
	const judged = new Map<string, FoundEvent | undefined>();
	const judge = async (each: FoundEvent) => {
		const row = await sampleRow(each.row, event, enricher);
		judged.set(each.key, row && { ...each, row });
	};
	/** Looks at the latest events, and returns true if there are no more */
	const look = async (count: number) => {
		const found = await sampleEvents(session, count);
		await inParallel(found.filter(({ key }) => !judged.has(key)).reverse(), judge);
		return found.length < count;
	};
	for (let count = looks ? OWN_LIMITS.sampleEvents : most; ; count *= 4) {
		const isAll = await look(count).catch((error: unknown) => {
			if (!(error instanceof HaltedError) || !looks || judged.size === 0) throw error;
		});
		const wanted = [...judged.values()].flatMap((each) => each ?? []).sort(byTime);
		const isEnough = wanted.length > 0 && count * 4 > OWN_LIMITS.maxSampledTexts;
		if (wanted.length >= most || isEnough || (isAll !== false && wanted.length > 0))
			return wanted.slice(-most);
		// There is no more of them, or no time to look at them
		if (isAll !== false)
			throw new FailureError(nothingYet(session, isAll ? undefined : judged.size));
	}
}

/** A test event with what the user wants with it; undefined where its text shows that it is not wanted. */
async function sampleRow(
	row: IDataObject,
	{ enrich }: TriggerEvent,
	reader: Reader,
): Promise<IDataObject | undefined> {
	if (!enrich?.needed(reader, row)) return row;
	return await enrich.add(row, reader).catch((error: Error) => {
		if (!(error instanceof FailureError)) throw error;
		// Without its text nobody knows whether it has the words. A poll would try again later, and a test cannot
		return looksForWords(reader) ? undefined : enrich.without(row, error.message);
	});
}

/**
 * The failure of a test without events, which had only time for the `looked` latest ones, if that is given. Filters that leave
 * out all there is are named, since they are what helps.
 */
function nothingYet(
	{ event: { name }, filterNames, warnings }: PollSession,
	looked?: number,
): Failure {
	const described = (...sentences: string[]) => [...warnings, ...sentences].join(' ');
	if (filterNames.size === 0) {
		return {
			message: `There are no events yet for '${name}'`,
			description: described(
				'Create such an event in the service. Then fetch the test event again.',
			),
		};
	}
	const names = [...filterNames].map((each) => `'${each}'`).join(' or ');
	return {
		message: `${looked ? `None of the latest ${looked} events` : 'No event'} matches the filters of '${name}'`,
		description: described(
			`Change ${names}, or create an event in the service that matches.`,
			'Then fetch the test event again.',
		),
	};
}
