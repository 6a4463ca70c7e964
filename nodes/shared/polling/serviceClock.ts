import { DAY, HOUR, MINUTE } from '../durations';
import { Recent } from '../recent';

/** Thrown if an answer tells another time than its poll has. The poll then begins again with the service's time. */
export class ClockChanged extends Error {}

/**
 * Differences in milliseconds that a poll accepts between the service's clock and the dates of answers: at first, after
 * the first answer with another time, and if answers contradict each other. Then n8n's clock counts.
 */
const TOLERANCES = [1_000, 2 * MINUTE, Infinity];

/** The service's clock, as the `Date` headers of its answers tell it. Without such a header it is n8n's clock. */
export class ServiceClock {
	/** Milliseconds by which it is ahead of n8n's clock, and whether the last answer had a date */
	ahead = 0;
	isTold = false;

	/** Current time in Unix milliseconds. */
	get now(): number {
		return Date.now() + this.ahead;
	}

	/**
	 * Compares the time of a poll, which is `ahead` of n8n's clock, with the date of an answer (whole seconds) to a request
	 * that was sent at `sentAt`. Sets the clock and throws ClockChanged if they differ by more than `tolerance` milliseconds.
	 */
	check(date: number | undefined, ahead: number, sentAt: number, tolerance: number): void {
		if (tolerance === Infinity) return;
		this.isTold = date !== undefined;
		const arrivedAt = Date.now();
		const fits = (ms: number) =>
			date === undefined
				? ms === 0
				: ms >= date - arrivedAt - tolerance && ms <= date + 1_000 - sentAt + tolerance;
		if (fits(ahead)) return;
		this.ahead = fits(0) ? 0 : date! - arrivedAt;
		throw new ClockChanged();
	}
}

/** Clocks by digest of base URL and key. */
const CLOCKS = new Recent<string, ServiceClock>();

/** The clock of a service; n8n's own if answers contradict each other. */
export function clockOf(key: string, tolerance: number): ServiceClock {
	const clock = CLOCKS.get(key) ?? new ServiceClock();
	if (tolerance === Infinity) Object.assign(clock, { ahead: 0, isTold: false });
	CLOCKS.set(key, clock);
	return clock;
}

/** Runs a poll, and again if its answers tell another time. */
export async function inServiceTime<T>(
	poll: (tolerance: number) => Promise<T>,
	[tolerance, ...others] = TOLERANCES,
): Promise<T> {
	return await poll(tolerance).catch(async (error: Error) => {
		if (!(error instanceof ClockChanged)) throw error;
		return await inServiceTime(poll, others);
	});
}

/** Warns of clocks that differ by more than five minutes. Which of them is wrong cannot be told. */
export function warnOfClock({ ahead }: ServiceClock, warn: (message: string) => void): void {
	const off = Math.abs(ahead);
	if (off < 5 * MINUTE) return;
	const [unit, name] =
		off >= 2 * DAY ? [DAY, 'days'] : off >= 2 * HOUR ? [HOUR, 'hours'] : [MINUTE, 'minutes'];
	warn(
		`The service's clock (the header Date of its answers) is about ${Math.round(off / unit)} ${name} ${ahead > 0 ? 'ahead of' : 'behind'} n8n's clock. One of them is wrong: correct it. Until then this trigger goes by the service's clock and looks for late events that much further back, at most a day.`,
	);
}
