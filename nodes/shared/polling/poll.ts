import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { DAY, HOUR, MINUTE } from '../api/time';
import { FailureError, failureOf, nodeError } from '../errors/failure';
import { HaltedError } from '../errors/halted';
import { LIMITS } from '../limits';
import { connect, send } from '../transport/send';
import { advance, TOO_SLOW, type PollSession } from './advance';
import type { Emitted, Reader, TriggerEvent } from './event';
import { digest } from './seenEvents';
import type { Found } from './slices';
import { begin, latestOf } from './startPosition';
import { readState } from './state';
import { readSettings, type Settings } from './triggerSettings';

/** Polls that are under way in this process, by workflow and node. */
const underWay = new Set<string>();

/** One poll of a trigger node, for n8n. Fails with n8n's error, in words for the user. */
export async function poll(
	context: IPollFunctions,
	events: TriggerEvent[],
): Promise<INodeExecutionData[][] | null> {
	const id = `${context.getWorkflow().id}:${context.getNode().id}`;
	const manual = context.getMode() === 'manual';
	if (underWay.has(id) && !manual) return null;
	if (!manual) underWay.add(id);
	try {
		const event = chosenEvent(context, events);
		const settings = readSettings(context, event);
		const terms = await termsOf(context, event, settings);
		const emitted = manual ? await sample(terms) : await live(context, terms, settings);
		if (emitted.length === 0) return null;
		return [emitted.map((each) => itemOf(each, terms, settings))];
	} catch (error) {
		throw nodeError(
			context.getNode(),
			error instanceof HaltedError ? (error.failure ?? TOO_SLOW) : failureOf(error),
		);
	} finally {
		if (!manual) underWay.delete(id);
	}
}

/** What the user has chosen as Trigger On. */
function chosenEvent(context: IPollFunctions, events: TriggerEvent[]): TriggerEvent {
	const chosen = context.getNodeParameter('event');
	const event = events.find(({ value }) => value === chosen);
	if (event) return event;
	throw new FailureError({
		message: `'Trigger On' must be one of ${events.map(({ value }) => value).join(', ')}`,
		description: 'Choose it anew in the node.',
	});
}

/** A poll that goes on from the last one and remembers how far it came. */
async function live(
	context: IPollFunctions,
	terms: PollSession,
	{ start }: Settings,
): Promise<Emitted[]> {
	const own = context.getWorkflowStaticData('node');
	const shared = context.getWorkflowStaticData('global');
	const anchor = `svc:${context.getNode().id}`;
	const fp = fingerprint(context, terms.event);
	const before = readState(own.poll, fp);
	const known = before ?? readState(shared[anchor], fp);
	const first = known ?? (await begin(start, fp, terms));
	const quiet = !known && start.from === 'now' && !terms.event.ahead;
	const { emitted, state } = quiet ? { emitted: [], state: first } : await advance(first, terms);
	own.poll = state as unknown as IDataObject;
	// n8n may keep nothing of the poll at activation but this; the first tick then goes on from here
	if (!known && emitted.length === 0) shared[anchor] = state as unknown as IDataObject;
	else if (before || !known) delete shared[anchor];
	return emitted;
}

/** What the state belongs to: as the parameters are written, since an expression may give another date each time. */
function fingerprint(context: IPollFunctions, { value, watches = [] }: TriggerEvent): string {
	const { startFrom, startDate, itemCount, ...others } = context.getNode().parameters;
	const own = watches.map((name) => others[name]);
	const start = [startFrom ?? 'now', startFrom === 'date' && startDate];
	return digest(JSON.stringify([value, ...start, startFrom === 'last' && (itemCount ?? 10), own]));
}

/** The latest events for a test in the editor. Leaves no trace. */
async function sample(terms: PollSession): Promise<Emitted[]> {
	const { event, completer } = terms;
	const wanted = ({ row }: Found) => event.wants?.(undefined, row, completer) ?? true;
	const { all, latest } = await latestOf(LIMITS.sampleEvents, terms, wanted);
	const found = latest.length > 0 ? latest : all.filter(wanted).slice(0, LIMITS.sampleEvents);
	if (found.length === 0) {
		throw new FailureError({
			message: `There is nothing yet that '${event.name}' would trigger on`,
			description:
				'Widen the filters, or make such an event happen in the service; then fetch the test event again.',
		});
	}
	return await Promise.all(
		found.map(async ({ key, row, time }) => {
			const { complete } = event;
			const whole = complete?.wanted(completer) ? await complete.add(row, completer) : row;
			return { key, row: whole, time, late: false };
		}),
	);
}

async function termsOf(
	context: IPollFunctions,
	event: TriggerEvent,
	{ filters, own, maxItems, lookback }: Settings,
): Promise<PollSession> {
	const connection = await connect(context);
	const account = digest(JSON.stringify([connection.baseUrl, connection.apiKey]));
	const now = Date.now();
	const budget = Math.min(context.getPollBudgetMs?.() ?? LIMITS.maxPollTime, LIMITS.maxPollTime);
	const end = now + Math.max(budget / 2, budget - 5_000);
	let behind = 0;
	let sent = 0;

	const readerUntil = (deadline: number): Reader => {
		const request: Reader['send'] = async (path, body) => {
			const timeout = Math.min(LIMITS.answerTimeout, Math.max(1_000, deadline - Date.now()));
			const halted = () => Date.now() >= deadline || sent > LIMITS.maxPollRequests;
			sent++;
			const answer = await send(connection, { path, body, timeout }, halted);
			behind = Math.max(behind, clockBehind(answer.serviceTime));
			return answer;
		};
		const ask: Reader['ask'] = async (path, body) => (await request(path, body)).data;
		return { context, send: request, ask, filters, own, account, now };
	};
	const reader = readerUntil(now + 0.7 * (end - now));
	const ahead = event.ahead?.(reader);
	const usual = typeof event.lookback === 'function' ? event.lookback(filters) : event.lookback;
	const span = ahead ?? lookback ?? usual;
	return {
		event,
		reader,
		completer: readerUntil(end),
		lookback: span,
		hot: Math.min(span, ahead ?? event.hot ?? span),
		unit: usual > DAY ? HOUR : MINUTE,
		maxItems,
		behind: () => behind,
		warn: (message) => context.logger.warn(`${context.getNode().name}: ${message}`),
	};
}

/** Milliseconds by which the service's clock is behind ours; what no clock can be wrong by does not count. */
function clockBehind(serviceTime: number | undefined): number {
	if (serviceTime === undefined) return 0;
	const behind = Date.now() - serviceTime - 1_000;
	return behind > 1_000 && behind < DAY ? behind : 0;
}

/** The output item of an event. */
function itemOf(
	{ key, row, time, late, previous }: Emitted,
	{ event, reader }: PollSession,
	{ withMetadata }: Settings,
): INodeExecutionData {
	const json = event.output?.(row, reader) ?? row;
	const own: IDataObject = { ...json };
	if (event.wants) own.previous_status = previous ?? null;
	if (withMetadata) {
		own._event = {
			id: key,
			type: event.value,
			happened_at: time ?? null,
			found_at: reader.now,
			late,
		};
	}
	return { json: own };
}
