import { HOUR, MINUTE } from '../../nodes/shared/durations';
import { addRecord } from '../../dev/areas/Records/events';
import {
	halves,
	numberIn,
	play,
	simulate,
	type SimulatedTrigger,
	type SimulatedWorld,
} from './simulation';
import type { StoredRecord } from '../../dev/areas/Records/data';

const ORIGINS = ['self', 'topic'] as const;

const records = {
	node: 'svcRecordsTrigger',
	event: 'newRecord',
	waits: true,
	lookback: HOUR,
	longestWindow: 10_080,
	clear: ({ records: store }) => store.clear(),
} satisfies Partial<SimulatedTrigger>;

function record(world: SimulatedWorld, send_at: number, more: Partial<StoredRecord> = {}): string {
	const record_uid = `record_${world.next()}`;
	const origin = ORIGINS[numberIn(record_uid) % 2];
	addRecord(world.account, { record_uid, send_at, origin, ...more });
	return record_uid;
}

const newRecord: SimulatedTrigger = {
	...records,
	filters: halves((half) => ({ origins: [ORIGINS[half]] })),
	happen(world, ago, roll) {
		// Some are dated in the future: they are new when that time comes
		const send_at = roll % 4 ? world.now - ago : world.now + (roll % 500) * MINUTE;
		const key = record(world, send_at, { state: roll % 6 ? 'available' : 'protected' });
		world.readable(key, send_at);
	},
};

simulate(newRecord);

describe('a poll that goes on with the page of an earlier one', () => {
	play(newRecord, {
		'finds a row that was missed on the pages before, though n8n stores only polls with events': {
			paging: 'irregular',
			maxItems: 1,
			forgetful: true,
			slip: { poll: 1, at: 1, row: 1 },
			steps: [
				{ do: 'happen', ago: 0, roll: 0 },
				{ do: 'wait', ms: 1 },
				{ do: 'happen', ago: 0, roll: 0 },
				{ do: 'poll', kept: false },
			],
		},
	});
});

simulate({
	...records,
	parameters: { filters: { textContains: 'invoice, refund' } },
	happen(world, ago, roll) {
		const send_at = world.now - ago;
		const wanted = roll % 3 > 0;
		const record_uid = record(world, send_at, { text_content: wanted ? 'My invoice' : 'Tea' });
		if (wanted) world.readable(record_uid, send_at);
	},
});
