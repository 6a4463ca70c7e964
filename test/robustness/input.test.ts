import { overrideLimits } from '../../dev/limits';
import { fc, seedOf } from '../support/random';
import { WorkflowHasIssuesError } from 'n8n-core';

import { parametersOf } from '../../dev/contract/samples';
import { nameOf, OFFERED, type OfferedField } from '../../dev/contract/offered';
import type { Outcome } from '../../dev/engine/runNode';
import { useService } from '../support/useService';
import { loadContract } from '../../dev/fake-service/contract';
import { expectClear } from './expectClear';
import { RUNS } from './effort';
import { literal, withValue } from './fields';
import { EXPRESSIONS, hugeText, jsonValue } from './malformedValues';
import { share } from '../support/effort';

/**
 * Malformed values for every parameter of every operation: the request keeps the contract, or an error names the field.
 */

const SMALL = { people: 5, records: 10, arrangements: 10, importedConversations: 3 };
const NONE = { recordings: 0, summaries: 0, calls: 0, messages: 0, posts: 0 };

const fixture = useService({ size: { ...SMALL, ...NONE } });
const contract = loadContract();
const counts = {
	parameters: 0,
	inputs: 0,
	sent: 0,
	refused: 0,
	violations: 0,
	crashes: 0,
	slowestMs: 0,
};

beforeAll(() => overrideLimits({ firstBackoff: 1 }));
// The objects of the samples need not exist: problemOf checks the contract only
beforeEach(() => fixture.expectViolations());
afterAll(() => process.stdout.write(`Malformed input: ${JSON.stringify(counts)}\n`));

/** A value for a parameter: fixed, from the input item, or by an expression. */
interface Given {
	parameter: unknown;
	json: unknown;
}

const given: fc.Arbitrary<Given> = fc.oneof(
	{ weight: 4, arbitrary: jsonValue.map((json) => ({ parameter: '={{ $json.value }}', json })) },
	{
		weight: 2,
		arbitrary: jsonValue.map((parameter) => ({ parameter: literal(parameter), json: null })),
	},
	{
		weight: 2,
		arbitrary: fc
			.constantFrom(...EXPRESSIONS)
			.map((source) => ({ parameter: `={{ ${source} }}`, json: null })),
	},
	{ weight: 1, arbitrary: hugeText.map((json) => ({ parameter: '={{ $json.value }}', json })) },
);

const offered = OFFERED.map((each) => [nameOf(each), each] as const);

describe.each(share(offered))('%s', (name, each) => {
	const { node, resource, operation, fields } = each;
	const [parameters] = parametersOf(each);
	const inputs = fields.filter(({ property }) => property.type !== 'notice');
	if (inputs.length === 0) return;

	it.each(inputs.map((field) => [field.property.displayName, field] as const))(
		"sends nothing that the contract forbids for '%s'",
		async (displayName, field) => {
			counts.parameters++;
			await fc.assert(
				fc.asyncProperty(given, async (value) => {
					fixture.service.reset();
					counts.inputs++;
					counts.crashes++;
					const startedAt = Date.now();
					const { items, errors, error } = await run({
						node: node.description.name,
						parameters: {
							resource,
							operation: operation.value,
							...withValue(parameters, field, value.parameter),
						},
						items: [{ value: value.json } as never],
						settings: { onError: 'continueErrorOutput' },
					});
					counts.crashes--;
					counts.slowestMs = Math.max(counts.slowestMs, Date.now() - startedAt);
					const broken = fixture.requests.flatMap(({ operation: id, body, rawBody }) =>
						problemOf(id!, body, rawBody),
					);
					counts.violations += broken.length;
					expect(broken).toEqual([]);
					if (fixture.requests.length > 0) {
						counts.sent++;
						return;
					}
					if (items.length > 0 && errors.length === 0 && !error) return;
					counts.refused++;
					const message = error?.message ?? String(errors[0].json.error);
					expectNames(message, displayName, field, inputs);
				}),
				{ seed: seedOf(name, displayName), numRuns: RUNS.inputs },
			);
		},
	);
});

/** Result of a run; if n8n refuses the workflow as incomplete, the error. */
async function run(
	setup: Parameters<typeof fixture.run>[0],
): Promise<Pick<Outcome, 'items' | 'errors'> & { error?: Error }> {
	return await fixture.run(setup).catch((error: Error) => {
		if (!(error instanceof WorkflowHasIssuesError)) throw error;
		return { items: [], errors: [], error };
	});
}

/** Violation of the contract in a request, except of rules about the service's data. */
function problemOf(id: string, body: object | undefined, rawBody = ''): string[] {
	if (hasHalf(body)) return [`${id}: half a character`];
	try {
		contract.checkRequest(id, structuredClone(body), Date.now());
		return [];
	} catch (error) {
		return [`${id}: ${(error as Error).message} in ${rawBody.slice(0, 200)}`];
	}
}

/** True if a text contains half a character, which is not valid UTF-8. */
function hasHalf(value: unknown): boolean {
	if (typeof value === 'string') return /\p{Surrogate}/u.test(value);
	return typeof value === 'object' && value !== null && Object.values(value).some(hasHalf);
}

/** Checks that a message of n8n or of the package about a value names the field. */
function expectNames(
	message: string,
	displayName: string,
	{ collection }: OfferedField,
	fields: OfferedField[],
): void {
	const words = message.replace(/$/, '');
	expectClear(words);
	// A rule about two fields may name the other one, and n8n only names the item that cannot be read
	const names = [displayName, collection, ...fields.map(({ property }) => property.displayName)];
	expect(names.some((name) => name && words.includes(name))).toBe(true);
}
