import { ifRejected, options, warning, simplify } from '../../../shared/fields';
import { batchWrite, operation } from '../../../shared/operations';
import { group, sequence } from '../../shared/fields';
import { ownerOnly } from '../../shared/ownerOnly';
import { withdrawalOutput } from '../../shared/outputs';

/** withdrawGroupMessages: succeeds without a change if the message is already withdrawn */
export const withdraw = operation({
	name: 'Withdraw',
	value: 'withdraw',
	action: 'Withdraw message',
	description: "Withdraw another member's message from a group that you own",
	routing: { request: { method: 'POST', url: '/api/v1/chat/messages/withdraw' } },
	tool: {
		does: 'Withdraws a message of another member from a group that the user owns.',
		returns: 'Returns status, changed and withdrawn_at.',
		use: 'Use it only when the user asks to withdraw that message. Own messages cannot be withdrawn here.',
		effect: 'The message disappears for everybody, and no operation puts it back.',
	},
	endpoint: ownerOnly(
		batchWrite({
			thing: 'message',
			target: ['chat_session_uid', 'sequence'],
			repeat: 'idempotent',
		}),
	),
	output: withdrawalOutput,
	fields: [
		warning(
			'Withdraws messages of other members, for everybody in the group. This cannot be undone. The senders stay in the group.',
		),
		{ ...group, limits: { sole: true } },
		sequence,
		options([simplify, ifRejected]),
	],
});
