import { DAY, HOUR } from '../../nodes/shared/durations';
import type { StoredCall } from '../../dev/areas/Calls/data';
import {
	halves,
	numberIn,
	play,
	simulate,
	type SimulatedWorld,
	type SimulatedTrigger,
} from './simulation';
import { addCall } from '../../dev/areas/Calls/events';

const MEDIA_TYPES = ['audio', 'video'] as const;

/** A call with an age. Its start, which answers contain, differs from its time of creation. */
function call(
	world: SimulatedWorld,
	ago: number,
	roll: number,
	more: Partial<StoredCall>,
): StoredCall {
	const created_at = world.now - ago;
	const call_uid = `call_${world.next()}`;
	return addCall(world.account, {
		call_uid,
		created_at,
		media_type: MEDIA_TYPES[numberIn(call_uid) % 2],
		started_at: created_at + (roll % 3 === 0 ? 0 : (roll % 5000) - 2500),
		...more,
	});
}

const calls = {
	node: 'svcCallsTrigger',
	clear: ({ calls: store }) => store.clear(),
	filters: halves((half) => ({ mediaTypes: [MEDIA_TYPES[half]] })),
} satisfies Partial<SimulatedTrigger>;

const newCall: SimulatedTrigger = {
	...calls,
	event: 'newCall',
	lookback: HOUR,
	happen(world, ago, roll) {
		const { call_uid, created_at, started_at } = call(world, ago, roll, {});
		world.readable(call_uid, created_at, { shown: started_at });
	},
};

simulate(newCall);

describe('calls that started before their creation', () => {
	const past = [0.95, 0, 0.5, 0, 0.081, 0.5, 0.757].map((ago, i) => ({
		ago,
		roll: [0, 396440, 0, 150695][i] ?? 0,
	}));
	play(newCall, {
		'come once, though there is no room for all of them': {
			start: 'date',
			since: 3,
			maxItems: 1,
			room: 60,
			past,
			steps: [{ do: 'burst', ago: 0.107, roll: 0, size: 2 }],
		},
	});
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

/** States that a transcript or summary in work comes to. */
const SETTLED = ['ready', 'failed'] as const;

const ofParts = [
	['transcriptReady', 'transcript', 'ready', 'transcript'],
	['transcriptFailed', 'transcript', 'failed', 'transcript_failed'],
	['summaryReady', 'summary', 'ready', 'summary'],
	['summaryFailed', 'summary', 'failed', 'summary_failed'],
] as const;

for (const [event, part, wanted, mark] of ofParts) {
	const field = `${part}_state` as const;
	simulate({
		...calls,
		event,
		lookback: DAY,
		happen(world, ago, roll) {
			const state = roll % 2 === 0 ? wanted : roll % 5 === 0 ? 'unavailable' : 'processing';
			const { call_uid, created_at, started_at } = call(world, ago, roll, { [field]: state });
			const shown = { shown: started_at };
			if (state === wanted) world.readable(`${call_uid}#${mark}`, created_at, shown);
		},
		change(world, roll) {
			const { calls: store } = world.account;
			const inWork = [...store.values()].filter((row) => row[field] === 'processing');
			const row = inWork[roll % inWork.length];
			if (!row) return;
			row[field] = roll % 4 === 0 ? SETTLED.find((state) => state !== wanted)! : wanted;
			store.set(row.call_uid, row);
			if (row[field] === wanted) world.readable(`${row.call_uid}#${mark}`, row.created_at);
		},
	});
}

const NOTHING_SAID = 'Good night';

// The latest calls have to be read before it is known which contain the words: none starts with Last Items
simulate({
	...calls,
	event: 'transcriptReady',
	parameters: { filters: { textContains: 'invoice, refund' }, includeTranscript: 'no' },
	filters: undefined,
	starts: false,
	lookback: DAY,
	happen(world, ago, roll) {
		const text = roll % 3 ? 'The invoice' : NOTHING_SAID;
		const transcript_state = roll % 2 ? 'processing' : 'ready';
		const { call_uid, created_at, started_at } = call(world, ago, roll, {
			transcript_state,
			speakers: [{ display_name: 'Refund Desk', resolution: 'unknown' }],
			utterances: [{ start_ms: 0, end_ms: 900, speaker: 0, text, truncated: false }],
		});
		if (transcript_state !== 'ready') return;
		const optional = text === NOTHING_SAID;
		world.readable(`${call_uid}#transcript`, created_at, { shown: started_at, optional });
	},
	change(world, roll) {
		const { calls: store } = world.account;
		const inWork = [...store.values()].filter((row) => row.transcript_state === 'processing');
		const row = inWork[roll % inWork.length];
		if (!row) return;
		row.transcript_state = 'ready';
		store.set(row.call_uid, row);
		const optional = row.utterances[0].text === NOTHING_SAID;
		world.readable(`${row.call_uid}#transcript`, row.created_at, { optional });
	},
	/** Calls without the words come only if their transcript could not be read. */
	check(world, items) {
		for (const { call_uid, transcript_error } of items) {
			const [{ text }] = world.account.calls.get(String(call_uid))!.utterances;
			if (text === NOTHING_SAID) expect(transcript_error).toBeDefined();
		}
	},
});
