import { OFFERED, nameOf } from '../../dev/contract/offered';
import { parametersOf } from '../../dev/contract/samples';
import { jsonOf, useService } from '../support/useService';
import { GUIDELINES } from './guidelines';
import { published } from './published';

/**
 * Guidelines that n8n's newer lint rules check in the text of the code, checked here in the built descriptions, which
 * helpers make; and Zapier's public checks of texts, identifiers and times. A finding says the place and what to do.
 */
describe.each(GUIDELINES.map((guideline) => [guideline.name, guideline] as const))(
	'%s',
	(_name, { findings, spoil }) => {
		it('is followed everywhere', () => {
			expect(findings(published())).toEqual([]);
		});

		it('is noticed where it is not followed', () => {
			const spoilt = published();
			spoil(spoilt);
			expect(findings(spoilt).length).toBeGreaterThan(findings(published()).length);
		});
	},
);

describe('n8n node-operation-error-itemindex, require-continue-on-fail', () => {
	const fixture = useService();

	describe.each(OFFERED.map((offered) => [nameOf(offered), offered] as const))(
		'%s',
		(_name, offered) => {
			const { node, resource, operation } = offered;
			const run = async (onError: 'stopWorkflow' | 'continueRegularOutput') =>
				await fixture.run({
					node: node.description.name,
					parameters: {
						resource,
						operation: operation.value as string,
						...parametersOf(offered)[0],
					},
					credential: { ...fixture.credential, apiKey: 'svc_of_no_account' },
					items: [{}, {}],
					settings: { onError },
				});

			it('says which item failed', async () => {
				const { error } = await run('stopWorkflow');
				expect(error?.message).toMatch(/ \[item 1 of 2\]$/);
			});

			it('goes on with On Error = continue', async () => {
				const { items, error } = await run('continueRegularOutput');
				expect(error).toBeUndefined();
				expect(jsonOf(items)).toEqual(
					[0, 1].map(() => expect.objectContaining({ error: expect.any(String) })),
				);
			});
		},
	);
});
