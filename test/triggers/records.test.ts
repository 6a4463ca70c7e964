import { HOUR, MINUTE } from '../../nodes/shared/api/time';
import { simulate } from './simulation';

simulate({
	node: 'svcRecordsTrigger',
	event: 'newRecord',
	lookback: HOUR,
	longestWindow: 10_080,
	clear: ({ records }) => records.clear(),
	happen(world, ago, roll) {
		// Some are dated in the future: they are new when that time comes
		const send_at = roll % 4 ? world.now - ago : world.now + (roll % 500) * MINUTE;
		const record_uid = `record_${world.next()}`;
		world.account.records.set(record_uid, {
			record_uid,
			state: roll % 6 ? 'available' : 'protected',
			creator_user_ref: world.account.profile.user_ref,
			origin: 'self',
			text_content: 'A note',
			send_at,
			version: 1,
			container: { kind: 'unclassified' },
		});
		world.readable(record_uid, send_at);
	},
});
