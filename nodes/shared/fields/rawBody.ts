import { options } from './collections';
import { type Field } from './field';
import { ifRejected } from './outcomeOptions';
import { warning as warn } from './warning';

const NOTICE =
	'The documentation of the service does not list the fields of this operation. Enter the JSON body that the operator of the service describes. The node sends it unchanged.';

const body: Field = {
	displayName: 'Body',
	name: 'body',
	type: 'json',
	required: true,
	default: '{}',
	placeholder: 'e.g. {"items": [{"item_id": "1"}]}',
	description: 'Request body: a JSON object without user_id',
	limits: { json: true },
};

const notice: Field = { ...warn(NOTICE), name: 'notice' };

/** Fields of a read whose request fields the contract does not list. */
export const anyRead: Field[] = [
	notice,
	body,
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
];

/** Fields of a write whose request fields the contract does not list. `warning` is a notice about its effect. */
export function anyWrite(warning?: string): Field[] {
	return [notice, ...(warning ? [warn(warning)] : []), body, options([ifRejected])];
}
