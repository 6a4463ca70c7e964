import { ifRejected, options, warning, simplify } from '../../../shared/fields';
import { batchWrite, type Operation } from '../../../shared/operations';
import { group, sequence } from '../../shared/fields';
import { moderationOutput } from '../../shared/outputs';

/** withdrawGroupMessages: withdrawing again is a success without change */
export const withdraw: Operation = {
	name: 'Withdraw',
	value: 'withdraw',
	action: 'Withdraw message',
	description: "Take somebody's message out of a group that you own",
	routing: { request: { method: 'POST', url: '/api/v1/chat/messages/withdraw' } },
	endpoint: batchWrite({
		thing: 'message',
		target: ['chat_session_uid', 'sequence'],
		repeat: 'idempotent',
	}),
	output: moderationOutput,
	fields: [
		warning(
			'Takes messages of others out of the group for everybody. It cannot be undone; the sender stays in the group.',
		),
		group,
		{ ...sequence, typeOptions: { minValue: 1 } },
		simplify,
		options([ifRejected]),
	],
};
