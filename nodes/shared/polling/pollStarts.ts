import type { IPollFunctions, Workflow } from 'n8n-workflow';

import { MINUTE } from '../durations';
import { LIMITS } from '../limits';
import { Recent } from '../recent';

/** The start of a poll of a trigger. */
export interface PollStart {
	/** True for the first poll of an activation, whose failure would leave n8n without polls of this trigger */
	isFirst: boolean;
	/** Milliseconds since the last poll of this process, which is when the next one is to be expected */
	interval?: number;
	/** Number of its registration with n8n; none for a poll of n8n's scheduler */
	registration?: number;
	/** Number of the latest registration of any trigger so far */
	latestRegistration: number;
}

/** The last start of a poll: when it was, for which registration, and whether that one had polled before. */
interface LastStart {
	at: number;
	registration: number | undefined;
	isRepeated: boolean;
}

/** By trigger. */
const lastStarts = new Recent<string, LastStart>(undefined, () => LIMITS.maxLatestPolls);

/** Time that n8n gives the polls that it keeps in memory (PollContext.getPollBudgetMs); those of its scheduler have less. */
const BUDGET_IN_MEMORY = 5 * MINUTE;

/**
 * Notes the start of a poll. n8n does not tell which poll is the first one of an activation: getActivationMode() gives the same
 * for all. It is one with another Workflow object, where n8n keeps that object from poll to poll, and one without the
 * time limit of n8n's scheduler, where the polls before had it.
 */
export function noteStart(trigger: string, context: IPollFunctions): PollStart {
	const { workflow } = context as IPollFunctions & { workflow?: Workflow };
	const isScheduled = (context.getPollBudgetMs?.() ?? BUDGET_IN_MEMORY) < BUDGET_IN_MEMORY;
	const registration = isScheduled || !workflow ? undefined : registrationOf(workflow);
	const last = lastStarts.get(trigger);
	const isRepeated = last !== undefined && last.registration === registration;
	const at = Date.now();
	lastStarts.set(trigger, { at, registration, isRepeated });
	return {
		isFirst: last === undefined || (last.isRepeated && !isRepeated),
		...(last && { interval: Math.max(0, at - last.at) }),
		registration,
		latestRegistration: count,
	};
}

/** True for a poll of a registration that was there when an earlier poll started; undefined with n8n's scheduler. */
export function wasThereBefore(
	{ registration }: PollStart,
	earlier: PollStart,
): boolean | undefined {
	return registration === undefined ? undefined : registration <= earlier.latestRegistration;
}

const registrations = new WeakMap<Workflow, number>();
let count = 0;

/** Number of a Workflow object, which a process can remember without keeping the object. */
function registrationOf(workflow: Workflow): number {
	const known = registrations.get(workflow) ?? ++count;
	registrations.set(workflow, known);
	return known;
}
