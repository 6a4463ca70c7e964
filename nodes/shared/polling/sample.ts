import type { IDataObject } from 'n8n-workflow';

import { type Failure, FailureError } from '../errors/failure';
import { LIMITS } from '../limits';
import type { Reader, TriggerEvent } from './event';
import type { Found } from './found';
import type { PollSession } from './session';
import { sampleEvents } from './begin';
import { looksForWords } from './ownFilters';

/** Test events for the editor, at most as many as a poll emits. Stores nothing. */
export async function sample(session: PollSession): Promise<Found[]> {
	const { event, enricher, maxItems } = session;
	const most = Math.min(LIMITS.sampleEvents, maxItems);
	// With Text Contains, more events are looked at, in ever larger numbers
	for (let count = looksForWords(enricher) ? LIMITS.sampleEvents : most; ; count *= 4) {
		const found = await sampleEvents(session, count);
		const rows = await Promise.all(
			found.map(async ({ row }) => await sampleRow(row, event, enricher)),
		);
		const wanted = found.flatMap((each, i) => (rows[i] ? { ...each, row: rows[i] } : []));
		const all = found.length < count || count * 4 > LIMITS.maxSampledTexts;
		if (wanted.length >= most || (all && wanted.length > 0)) return wanted.slice(-most);
		if (all) throw new FailureError(nothingYet(session));
	}
}

/** A test event with what the user wants with it; undefined where its text shows that it is not wanted. */
async function sampleRow(
	row: IDataObject,
	{ enrich }: TriggerEvent,
	reader: Reader,
): Promise<IDataObject | undefined> {
	if (!enrich?.wanted(reader, row)) return row;
	return await enrich.add(row, reader).catch((error: Error) => {
		if (!(error instanceof FailureError)) throw error;
		// A text that cannot be read may not have the words, and no later poll waits for it here
		return looksForWords(reader) ? undefined : enrich.without(row, error.message);
	});
}

/** The failure of a test without events. Filters that leave out all there is are named, since they are what helps. */
function nothingYet({ event: { name }, filterNames, warnings }: PollSession): Failure {
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
		message: `No event matches the filters of '${name}'`,
		description: described(
			`Change ${names}, or create an event in the service that matches.`,
			'Then fetch the test event again.',
		),
	};
}
