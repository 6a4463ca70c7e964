import { options } from './collections';
import { type Field } from './field';
import { ifRejected } from './outcomeOptions';
import { warning as warn } from './warning';

/** Request field in which the field Body leaves its object, until the endpoint sends it as the whole body. */
export const WHOLE_BODY = '$body';

const NOTICE =
	'The documents of the service do not show the fields of this operation. Enter the JSON body as the operator of the service describes it; it is sent unchanged.';

const body: Field = {
	displayName: 'Body',
	name: 'body',
	type: 'json',
	default: '{}',
	placeholder: 'e.g. {"items": [{"item_id": "1"}]}',
	description: 'The request body as a JSON object, without user_id',
	limits: { json: true },
	routing: { send: { type: 'body', property: WHOLE_BODY } },
};

const notice: Field = { ...warn(NOTICE), name: 'notice' };

/** Fields of a read whose fields the contract does not show. */
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

/** Fields of a write whose fields the contract does not show. `warning` says what it does to others. */
export function anyWrite(warning?: string): Field[] {
	return [notice, ...(warning ? [warn(warning)] : []), body, options([ifRejected])];
}
