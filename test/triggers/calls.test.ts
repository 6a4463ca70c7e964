import { DAY, HOUR } from '../../nodes/shared/api/time';
import type { StoredCall } from '../../dev/fake-service/data/calls';
import { simulate, type SimulatedWorld, type SimulatedTrigger } from './simulation';
import { addCall } from './rows';

/** A call with an age. Its start, which answers contain, differs from its time of creation. */
function call(
	world: SimulatedWorld,
	ago: number,
	roll: number,
	more: Partial<StoredCall>,
): StoredCall {
	const created_at = world.now - ago;
	return addCall(world.account, {
		call_uid: `call_${world.next()}`,
		created_at,
		started_at: created_at + (roll % 3 === 0 ? 0 : (roll % 5000) - 2500),
		...more,
	});
}

const calls = {
	node: 'svcCallsTrigger',
	clear: ({ calls: store }) => store.clear(),
} satisfies Partial<SimulatedTrigger>;

/** A random existing call. */
function someCall(world: SimulatedWorld, roll: number): StoredCall | undefined {
	const all = [...world.account.calls.values()];
	return all[roll % all.length];
}

simulate({
	...calls,
	event: 'newCall',
	lookback: HOUR,
	happen(world, ago, roll) {
		const { call_uid, created_at, started_at } = call(world, ago, roll, {});
		world.readable(call_uid, created_at, { shown: started_at });
	},
});

/** Results of incoming calls that nobody took. */
const MISSED = ['not_answered', 'cancelled', 'busy', 'offline'] as const;

simulate({
	...calls,
	event: 'missedCall',
	lookback: DAY,
	happen(world, ago, roll) {
		const result = ([...MISSED, 'rejected', 'unknown'] as const)[roll % 6];
		const direction = roll % 7 ? 'incoming' : 'outgoing';
		const more = { direction, result, connection_state: 'not_connected' } as const;
		const { call_uid, created_at, started_at } = call(world, ago, roll, more);
		const missed = roll % 6 < MISSED.length && roll % 7;
		if (missed) world.readable(`${call_uid}#missed`, created_at, { shown: started_at });
	},
	// A call that still rang is over
	change(world, roll) {
		const ringing = [...world.account.calls.values()].filter(({ result }) => result === 'unknown');
		const row = ringing[roll % ringing.length];
		if (!row) return;
		row.result = MISSED[roll % MISSED.length];
		world.account.calls.set(row.call_uid, row);
		if (row.direction === 'incoming') {
			world.readable(`${row.call_uid}#missed`, row.created_at);
		}
	},
});

simulate({
	...calls,
	event: 'transcriptReady',
	lookback: DAY,
	happen(world, ago, roll) {
		const ready = roll % 2 === 0;
		const { call_uid, created_at, started_at } = call(world, ago, roll, {
			transcript_state: ready ? 'ready' : 'processing',
		});
		if (ready) world.readable(`${call_uid}#transcript`, created_at, { shown: started_at });
	},
	change(world, roll) {
		const row = someCall(world, roll);
		if (!row) return;
		row.transcript_state = 'ready';
		world.account.calls.set(row.call_uid, row);
		world.readable(`${row.call_uid}#transcript`, row.created_at);
	},
});

simulate({
	...calls,
	event: 'summaryReady',
	lookback: DAY,
	happen(world, ago, roll) {
		const summary_state = roll % 2 === 0 ? 'ready' : 'processing';
		const { call_uid, created_at, started_at } = call(world, ago, roll, { summary_state });
		const shown = { shown: started_at };
		if (summary_state === 'ready') world.readable(`${call_uid}#summary`, created_at, shown);
	},
	change(world, roll) {
		const row = someCall(world, roll);
		if (!row) return;
		row.summary_state = 'ready';
		world.account.calls.set(row.call_uid, row);
		world.readable(`${row.call_uid}#summary`, row.created_at);
	},
});
