import { options } from '../../../shared/fields/collections';
import { warning } from '../../../shared/fields/warning';
import { ifRejected } from '../../../shared/fields/outcomeOptions';
import type { Operation } from '../../../shared/operations/operation';
import { batchWrite } from '../../../shared/operations/writes/batchWrite';
import { group, sequence } from '../../shared/fields';

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
		repeat: 'converging',
	}),
	fields: [
		warning(
			'Takes messages of others out of the group for everybody. It cannot be undone; the sender stays in the group.',
		),
		group,
		{ ...sequence, typeOptions: { minValue: 1 } },
		options([ifRejected]),
	],
};
