import type { StoredCall } from '../areas/Calls/data';
import { nameOf } from './people';
import { linesOf, rowsOf, storeOf, uid, type Calendar } from './tell';

/** Calls: day, time, direction, other person, outcome or minutes, key of what was said. */
const table = `
	-20 11:00 | in  | brandt | 6            | order
	-19 17:05 | in  | paulo  | not_answered |
	-18 09:15 | out | tomas  | not_answered |
	-17 08:40 | out | tomas  | 4            | inspection
	-16 12:30 | in  | greta  | not_answered |
	-15 07:40 | in  | mei    | cancelled    |
	-13 19:10 | in  | hugo   | not_answered |
	-12 09:45 | in  | ruth   | 3            | leak
	-11 16:20 | in  | clara  | not_answered |
	-10 10:00 | in  | ines   | busy         |
	-9 09:30  | out | ines   | 5            | application
	-8 15:00  | out | ruth   | not_answered |
	-6 11:10  | in  | farah  | not_answered |
	-5 09:50  | in  | brandt | 8            | change
	-5 14:05  | in  | paulo  | not_answered |
	-4 14:30  | out | farah  | 7            | cups
	-3 10:15  | in  | ines   | cancelled    |
	-3 13:50  | out | ines   | 2            | stand
	-2 08:55  | out | ruth   | not_answered |
	-2 16:30  | in  | paulo  | busy         |
	-2 19:00  | out | beck   | 5            | doors
	-1 16:40  | in  | paulo  | not_answered |
	0 08:10   | in  | greta  | cancelled    |`;

const said: Record<string, string> = {
	order: `
		brandt We open the terrace in April and need bowls.
		nora How many, and how big?
		brandt Forty, for soup.
		nora Then I make two test pieces, and you choose.`,
	inspection: `
		nora The top element glows unevenly.
		tomas I can look at it on {-2}, at eleven.
		nora Good, I keep the kiln cold.`,
	leak: `
		ruth I have seen the puddle through the door. Is the clay dry?
		nora It is, only the floor is wet.`,
	application: `
		nora I would like to take part with one stand.
		ines Send me the form, I reserve one for you.`,
	change: `
		brandt About the bowls: forty are not enough after all.
		nora How many do you need?
		brandt Forty-eight. And in oat white, the second test piece, with the raw foot.
		nora That makes two firings. I can deliver on {+8}, not before.
		brandt {+8:day} next week is fine, in the morning.
		nora The price per bowl stays at 21 euros.
		brandt Agreed.`,
	cups: `
		farah The plates are wonderful. When do you write the invoice?
		nora This week. And what about the cups?
		farah Twenty espresso cups, and we need two of them as samples by {+7}.
		nora I bring you two samples, and I send you a price for the twenty by {+3}.
		farah Lovely. And could you lend us a vase for the counter?
		nora I have to look whether there is one.`,
	stand: `
		ines You called? I only wanted to say that the plan is nearly done.
		nora Wonderful, thank you.`,
	doors: `
		beck Shall we open both doors on the open weekend?
		nora Only the one to the yard. The ramp is there.
		beck Then I oil the hinges.`,
};

export function callsOf({ at, say }: Calendar) {
	const calls = rowsOf(table).map(([time, way, other, outcome, key]): StoredCall => {
		const minutes = Number(outcome);
		const connected = minutes > 0;
		const created_at = at(time);
		const caller = way === 'in' ? other : 'nora';
		const speakers = ['nora', other];
		const lines = connected ? linesOf(said[key], 1) : [];
		const summary = connected && {
			text: say(
				lines
					.map(([, text]) => text)
					.slice(0, 2)
					.join(' '),
			),
			source: 'template' as const,
			truncated: false,
		};
		return {
			call_uid: uid('call', time),
			created_at,
			started_at: created_at,
			...(connected && {
				connected_at: created_at + 8_000,
				ended_at: created_at + 8_000 + minutes * 60_000,
			}),
			direction: way === 'in' ? 'incoming' : 'outgoing',
			connection_state: connected ? 'connected' : 'not_connected',
			media_type: 'audio',
			result: connected ? 'normal_end' : (outcome as StoredCall['result']),
			chat_session_uid: uid('chat', other),
			participants: speakers.map((one) => ({
				user_ref: uid('usr', one),
				display_name: nameOf(one),
				role: one === caller ? 'caller' : 'callee',
				connected,
				is_self: one === 'nora',
			})),
			transcript_state: connected ? 'ready' : 'unavailable',
			summary_state: connected ? 'ready' : 'unavailable',
			...(summary && { summary }),
			speakers: speakers.map((one) => ({
				display_name: nameOf(one),
				resolution: 'participant',
				user_ref: uid('usr', one),
			})),
			utterances: lines.map(([who, text], i) => ({
				start_ms: i * 9_000,
				end_ms: i * 9_000 + 8_000,
				speaker: speakers.indexOf(who),
				text: say(text),
				truncated: false,
			})),
		};
	});
	return { calls: storeOf(calls, ({ call_uid }) => call_uid) };
}
