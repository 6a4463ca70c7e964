import { inOneRequest } from '../../nodes/shared/api/batchItems';
import { FailureError } from '../../nodes/shared/errors/failure';

const ITEMS = Array.from({ length: 10 }, (_, i) => i);

/** Sends items to a service that refuses bad ones with these words: the requests, and the items that failed. */
async function sent(bad: number[], words: (index: number) => string) {
	const requests: number[][] = [];
	const failed: number[] = [];
	const send = async (part: number[]) => {
		requests.push(part);
		const index = part.findIndex((item) => bad.includes(item));
		if (index >= 0) throw new FailureError({ message: words(index), status: 400, isOwn: true });
	};
	await inOneRequest(ITEMS, send, (item) => failed.push(item));
	const accepted = requests.filter((part) => !part.some((item) => bad.includes(item))).flat();
	return { requests: requests.length, failed: failed.sort(), accepted: accepted.sort() };
}

const rest = (bad: number[]) => ITEMS.filter((item) => !bad.includes(item));

describe('items of which the service refuses some', () => {
	it.each([
		['named as items[5].text', (i: number) => `items[${i}].text is too long`, [5], 3],
		['named as items.5.text', (i: number) => `items.${i}.text is too long`, [5], 3],
		['two of them, each named', (i: number) => `items[${i}] is bad`, [2, 9], 5],
		['not named', () => 'a text is too long', [5], 11],
		['named wrongly', () => 'items[0] is bad', [5], 14],
		['named with an index that is not there', () => 'items[17] is bad', [5], 11],
	])('are told from the others: %s', async (_how, words, bad, requests) => {
		const outcome = await sent(bad, words);
		expect(outcome).toMatchObject({ failed: bad, accepted: rest(bad) });
		expect(outcome.requests).toBe(requests);
	});

	it.each([0, 1, 3, 5, 10])(
		'need few more requests than one each, with %i bad ones',
		async (count) => {
			const bad = ITEMS.slice(0, count);
			const outcome = await sent(bad, (i) => `items[${i}] is bad`);
			expect(outcome).toMatchObject({ failed: bad, accepted: rest(bad) });
			expect(outcome.requests).toBeLessThanOrEqual(14);
		},
	);
});
