import { jsonOf, useService } from '../support/useService';

const fixture = useService();

const find = (parameters: object = {}) => ({
	node: 'svcPeople',
	parameters: { resource: 'person', operation: 'find', query: 'Ada', ...parameters } as never,
});
const candidates = (from: number, length: number) =>
	Array.from({ length }, (_, i) => ({ user_ref: `user_${from + i}` }));
const answer = (item: object) =>
	JSON.stringify({ code: 200, message: 'ok', request_id: 'r', data: { items: [item] } });

describe('Person > Find', () => {
	it('requests only the missing rows on the last page, and returns no more than Limit', async () => {
		fixture.expectViolations();
		fixture.service.faults.add(
			{
				status: 200,
				body: answer({
					item_id: '0',
					candidates: candidates(0, 10),
					has_more: true,
					next_page_cursor: 'next',
				}),
			},
			// One more than requested
			{
				status: 200,
				body: answer({ item_id: '0', candidates: candidates(10, 3), has_more: false }),
			},
		);
		const { items } = await fixture.run(find({ returnAll: false, limit: 12 }));
		expect(jsonOf(items).map(({ user_ref }) => user_ref)).toEqual(
			candidates(0, 12).map(({ user_ref }) => user_ref),
		);
		expect(fixture.bodies.map((body) => (body.items as object[])[0])).toMatchObject([
			{ limit: 10 },
			{ limit: 2, page_cursor: 'next' },
		]);
	});
});
