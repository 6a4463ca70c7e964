import { resolve, type Schema } from '../../../contract/operations';
import type { Change } from '../account';
import { namesOf } from './finding';
import { a, partOf, requestOf, service } from './fixture';

/* eslint-disable @typescript-eslint/no-explicit-any */

/**
 * A request in a story: an operation, what it is asked, perhaps as a function of the last answer, and a part of what it
 * answers. A single item or UID may stand for a batch of one, and names of rows for a list of them. An expression
 * matches the message of a refusal, a number is the HTTP status.
 */
type Request = [
	operation: string,
	asked: object | string | ((last: any) => object),
	answered: object | string | number,
];
export type Step = Request | Change;

/** Changes of things over several requests. */
export function story(title: string, ...steps: Step[]): void {
	it(title, async () => {
		let last: unknown;
		for (const step of steps) {
			if (typeof step === 'function') step(service);
			else last = await send(step, last);
		}
	});
}

async function send([operation, wanted, expected]: Request, last: unknown): Promise<unknown> {
	const asked = typeof wanted === 'function' ? wanted(last) : wanted;
	const body = bodyOf(operation, asked);
	const expectAnswer = (actual: unknown) =>
		expect({ [operation]: actual }).toEqual({ [operation]: expected });
	if (typeof expected === 'number') return expectAnswer((await a.post(operation, body)).status);
	if (expected instanceof RegExp) {
		return expect(await a.refusal(operation, body)).toMatch(new RegExp(`^${expected.source}`));
	}
	const data = await a.data(operation, body);
	const several = Array.isArray(asked) || typeof asked === 'string';
	const answer = body === asked ? data : several ? data.items : data.items[0];
	if (typeof expected !== 'string') expectAnswer(partOf(answer, expected));
	else expectAnswer(namesOf[operation](answer.items ?? answer.utterances).join(' '));
	return answer;
}

/** A body with one item or several, or with UIDs. */
function bodyOf(operation: string, asked: object | string): object {
	const { fields, required = 'bot_uids' } = requestOf(operation);
	if (typeof asked === 'string') return { [required]: asked.split(' ') };
	if (!Array.isArray(asked) && ('items' in asked || !fields.items)) return asked;
	const item = resolve((fields.items as { items?: Schema } | undefined)?.items ?? {});
	return {
		items: [asked].flat().map((facts, i) => ({
			item_id: `i${i}`,
			...(item.properties?.idempotency_key && { idempotency_key: `k${i}` }),
			...facts,
		})),
	};
}
