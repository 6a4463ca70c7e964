import { addConversation } from '../../dev/areas/Chat/events';
import { EVENTS, withEvent } from '../../dev/areas/events';
import { place } from '../../dev/areas/place';
import { SELF } from '../../dev/areas/things';
import { DAY, HOUR, MINUTE } from '../../nodes/shared/durations';
import { share, shareOf } from '../support/effort';
import { EPOCH, useTrigger } from './useTrigger';

/**
 * The clocks of the service's answers, of its data and of n8n differ, from the start or for a time. A poll a minute, and an
 * event in each minute: none is lost or repeated.
 */
const { fixture, trigger } = useTrigger();

const now = () => fixture.service.now();

/** Milliseconds by which clocks are ahead of the right time in a minute of the history. */
interface Clocks {
	/** That of the header `Date` */
	header: (minute: number) => number;
	/** That of the times of objects, which the header shares unless it is given as well */
	rows?: (minute: number) => number;
	/** That of n8n */
	n8n?: (minute: number) => number;
}

const right = () => 0;
const always = (ms: number) => () => ms;
const meanwhile = (ms: number) => (minute: number) => (minute >= 4 && minute < 9 ? ms : 0);
const early = (ms: number) => (minute: number) => (minute < 4 ? ms : 0);

/** A service whose clock is set back by more than an hour gives new objects the times of others that are forgotten. */
const FURTHEST_BACK = -HOUR;

const DIFFERENCES = [3_000, 5 * MINUTE, 15 * MINUTE, HOUR, 20 * HOUR].flatMap((ms) => [ms, -ms]);

const HISTORIES: Array<[what: string, clocks: Clocks]> = DIFFERENCES.flatMap((ms) => {
	const words = `${ms > 0 ? '+' : '-'}${Math.abs(ms) / MINUTE} minutes`;
	return [
		[`header ${words}`, { header: always(ms) }],
		[`header ${words} for a time`, { header: meanwhile(ms) }],
		[`header ${words} until it is set`, { header: early(ms) }],
		...(ms < FURTHEST_BACK
			? []
			: [[`service ${words} for a time`, { header: meanwhile(ms), rows: meanwhile(ms) }]]),
		[`n8n ${words}`, { header: right, n8n: always(ms) }],
		[`n8n ${words} for a time`, { header: right, n8n: meanwhile(ms) }],
	] as Array<[string, Clocks]>;
});

/** Events whose own time is in the future, of which no clock can be right that is not the service's. */
const AHEAD = ['svcArrangementsTrigger: dueSoon', 'svcArrangementsTrigger: overdue'];

const MINUTES = 14;

const WATCHED = Object.entries(EVENTS).filter(([name]) => !AHEAD.includes(name));

describe.each(WATCHED.map(([name, event]) => [name, event] as const))(
	'%s',
	(name, { before, happen }) => {
		it.each(share(shareOf(4, HISTORIES)))(
			'%s',
			async (_what, { header, rows = right, n8n = right }) => {
				const [node, event] = name.split(': ');
				const account = fixture.service.account('a');
				account.profile.user_ref = SELF;
				addConversation(account, 'user_other');
				const numbers = Array.from({ length: MINUTES }, (_, i) => i);
				for (const thing of before?.(EPOCH, numbers) ?? []) place(account, thing);
				const polled = trigger(node, event, withEvent(node, event));
				let minute = 0;
				Date.now = () => now() + n8n(minute);
				polled.headers = (own) => ({
					...own,
					date: new Date(now() + header(minute)).toUTCString(),
				});
				await polled.poll();
				const expected: string[] = [];
				const found: string[] = [];
				for (minute = 1; minute <= MINUTES; minute++) {
					fixture.service.advance(MINUTE);
					const [thing, key] = happen(now() + rows(minute) - 1_000, minute - 1);
					place(account, thing);
					expected.push(key);
					found.push(...(await polled.keys()));
				}
				for (let hours = 0; hours < 30; hours++) {
					fixture.service.advance(HOUR);
					found.push(...(await polled.keys()));
				}
				fixture.service.advance(DAY);
				found.push(...(await polled.keys()));
				expect(found.sort()).toEqual(expected.sort());
			},
		);
	},
);
