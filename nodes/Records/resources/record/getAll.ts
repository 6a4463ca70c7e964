import {
	EXCLUSIVE,
	filters,
	options,
	order,
	period,
	returnAllOrLimit,
	simplify,
} from '../../../shared/form';
import { inOrder, inPeriod, list, operation } from '../../../shared/operations';
import { containerFilter, topicGiven } from '../../shared/container';
import { creators, origins } from '../../shared/filters';
import { recordOutput } from '../../shared/outputs';
import { topics, withTopics } from '../../shared/topics';

const dated = period('records dated', { limits: EXCLUSIVE });

/** queryRecordTimeline: both time bounds are inclusive and apply to `send_at` */
export const getAll = operation({
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many records (notes and chat texts)',
	description: 'List records (notes and texts from chats) ordered by time, newest first by default',
	routing: { request: { method: 'POST', url: '/api/v1/record/timeline/query' } },
	tool: {
		does: 'Lists records by time, the newest first: notes, and what came from chats.',
		returns: 'Returns title, text_content, send_at, origin, topic_uid and record_uid of each.',
		use: "Use it for 'what did I note last week'. Not for finding words.",
	},
	endpoint: list({
		range: ({ order }) => ({ time: 'send_at', descending: order !== 'asc', endIsInclusive: true }),
		completion: withTopics,
	}),
	output: recordOutput,
	fields: [
		...containerFilter,
		...dated,
		...returnAllOrLimit,
		simplify,
		filters([creators, origins]),
		options([order('Order of the records by their time'), topics]),
	],
	rules: [inOrder('start_at', 'end_at', { inclusive: true }), topicGiven('container')],
	finish: inPeriod(dated),
});
