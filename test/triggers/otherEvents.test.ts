import { EVENTS } from '../../dev/areas/events';
import { place } from '../../dev/areas/place';
import { SELF } from '../../dev/areas/things';
import { HOUR } from '../../nodes/shared/durations';
import { read } from '../support/repository';
import { simulate } from './simulation';

/**
 * Simulations of the events that have none in the test of their area: their objects are created as `happen` of the event
 * says. The test of an area adds what is special of its events, such as how objects change and what filters let through.
 */

/** The test of each area that has simulations of its own, by the trigger. */
const TESTS: Record<string, string> = {
	svcArrangementsTrigger: 'arrangements',
	svcCallsTrigger: 'calls',
	svcChatTrigger: 'chat',
	svcRecordingsTrigger: 'recordings',
	svcRecordsTrigger: 'records',
	svcWorldTrigger: 'world',
};

const others = Object.entries(EVENTS).filter(([name]) => {
	const [trigger, event] = name.split(': ');
	return !TESTS[trigger] || !read(`test/triggers/${TESTS[trigger]}.test.ts`).includes(`'${event}'`);
});

for (const [name, { needs, late = HOUR, before, happen }] of others) {
	const [node, event] = name.split(': ');
	simulate({
		node,
		event,
		parameters: needs,
		lookback: late,
		clear: (account) => (account.profile.user_ref = SELF),
		happen(world, ago) {
			const { account, now } = world;
			const number = Number(world.next());
			for (const thing of before?.(now - ago, [number]) ?? []) place(account, thing);
			const [thing, id] = happen(now - ago, number);
			place(account, thing);
			world.readable(id, now - ago);
		},
	});
}

it('are needed for new events alone', () => {
	expect(others.length).toBeLessThan(Object.keys(EVENTS).length);
});
