import type { IDataObject } from 'n8n-workflow';

import type { Path } from '../../shared/contract';
import { paginate } from '../../shared/api';
import {
	type Endpoint,
	FailureError,
	type InputItem,
	isRefusal,
	type Result,
} from '../../shared/operations';

/** Most pages of members that are read to find the owner. */
const MAX_PAGES = 10;

/**
 * The endpoint of an operation that only the owner of a group may call. A refusal says who the owner is, and which role the
 * account has (listChatMembers).
 */
export function ownerOnly<Own extends Endpoint>(endpoint: Own): Own {
	const explained: Endpoint = async (items, url) => {
		const results = await endpoint(items, url);
		const known = new Map<unknown, Promise<string | undefined>>();
		const rolesIn = async (item: InputItem) => {
			const group = item.body.chat_session_uid;
			const read = async () => await rolesOf(item).catch(() => undefined);
			if (!known.has(group)) known.set(group, read());
			return await known.get(group);
		};
		return await Promise.all(
			results.map(async (result, i): Promise<Result> => {
				const failure = refusalIn(result);
				const roles = failure && (await rolesIn(items[i]));
				// To the owner another flaw of the request is told by the service alone
				if (!roles || (roles === OWNED && isRefusal(failure))) return result;
				const description = `${roles} ${failure.description ?? ''}`.trim();
				return { error: new FailureError({ ...failure, description }) };
			}),
		);
	};
	return Object.assign(explained, endpoint);
}

const OWNED =
	'You own the group, so it is the other person or the message that does not allow this.';

/** The failure of an item whose right the service may have refused. The contract shows no HTTP status for that. */
function refusalIn(result: Result) {
	if (!('error' in result) || !(result.error instanceof FailureError)) return undefined;
	const { failure } = result.error;
	const isRight = failure.reason === 'governance_conflict' || isRefusal(failure);
	return isRight ? failure : undefined;
}

/** Sentence with the owner of the group, if there is one, and the role of the account. */
async function rolesOf({ run, body }: InputItem): Promise<string | undefined> {
	const { chat_session_uid } = body;
	const ask = async (path: Path, fields: IDataObject) => (await run.ask(path, fields)).data;
	const user = await run.user();
	let owner: IDataObject | undefined;
	let own: IDataObject | undefined;
	let pages = 0;
	const members = paginate({ url: '/api/v1/chat/members/list', ask }, { chat_session_uid });
	for await (const { rows } of members) {
		owner ??= rows.find(({ role }) => role === 'owner');
		own ??= rows.find(({ user_ref }) => user_ref === user);
		if ((owner && own) || ++pages === MAX_PAGES) break;
	}
	if (!owner) return undefined;
	if (owner.user_ref === user) return OWNED;
	const name = [owner.display_name, owner.user_ref].filter(Boolean).join(', ');
	const role = own ? `your role is ${String(own.role)}` : 'you are not in it';
	return `Only the owner of the group may do this: ${name}; ${role}.`;
}
