import { overrideLimits } from '../../dev/limits';
import { share } from '../support/effort';
import { fc, seedOf } from '../support/random';

import { fitted, succeeding } from '../../dev/contract/answers';
import { parametersOf, SAMPLES } from '../../dev/contract/samples';
import { fullAnswer } from '../../dev/contract/operations';
import { nameOf, OFFERED } from '../../dev/contract/offered';
import { useService } from '../support/useService';
import { expectClear } from './expectClear';
import { RUNS } from './effort';
import { jsonValue } from './malformedValues';

/** Every operation with an error at a random place of the answers. */

const fixture = useService({ size: { messages: 0, records: 0, calls: 0, recordings: 0 } });
const counts = { operations: 0, answers: 0, crashes: 0, slowestMs: 0 };

beforeAll(() => overrideLimits({ firstBackoff: 1 }));
afterAll(() => process.stdout.write(`Fuzzed answers: ${JSON.stringify(counts)}\n`));

/** Change of one value of an answer. */
const damage = fc.record({
	place: fc.nat(),
	how: fc.constantFrom('replace', 'replace', 'remove', 'repeat'),
	value: jsonValue,
});

describe.each(share(OFFERED).map((offered) => [nameOf(offered), offered] as const))(
	'%s',
	(name, offered) => {
		const { node, resource, operation, contract } = offered;
		const sample = SAMPLES[contract!.id];
		const [parameters] = parametersOf(offered);

		it('returns an output or a clear error for any input', async () => {
			counts.operations++;
			await fc.assert(
				fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 3 }), async (damages) => {
					const [{ body }] = sample.runs;
					const whole = fitted(fullAnswer(contract!.response), body);
					const answer = succeeding(whole, sample.toldAsFailure);
					damages.forEach(({ place, how, value }) =>
						spoil(answer, place, how, structuredClone(value)),
					);
					fixture.service.faults.clear();
					fixture.service.faults.add({
						match: (entry) => entry.path === contract!.path,
						times: Infinity,
						status: 200,
						body: JSON.stringify(answer),
					});
					counts.answers++;
					counts.crashes++;
					const startedAt = Date.now();
					const { items, errors, error } = await fixture.run({
						node: node.description.name,
						parameters: { resource, operation: operation.value, ...parameters } as never,
						settings: { onError: 'continueErrorOutput' },
					});
					counts.crashes--;
					counts.slowestMs = Math.max(counts.slowestMs, Date.now() - startedAt);
					expect(error).toBeUndefined();
					for (const { json } of errors) expectClear(String(json.error));
					for (const { json, pairedItem } of [...items, ...errors]) {
						expect(Object.prototype.toString.call(json)).toBe('[object Object]');
						expect(pairedItem).toEqual({ item: 0 });
					}
				}),
				{ seed: seedOf(name), numRuns: RUNS.answers },
			);
		});
	},
);

/** Changes one place of a JSON value, below its root. */
function spoil(root: object, place: number, how: string, value: unknown): void {
	const places = placesIn(root);
	const [parent, key] = places[place % places.length];
	if (how === 'remove' && !Array.isArray(parent)) delete parent[key as never];
	else if (how === 'repeat' && Array.isArray(parent)) parent.push(parent[key as never]);
	else parent[key as never] = value as never;
}

function placesIn(value: unknown): Array<[object, string]> {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]): Array<[object, string]> => [
		[value, key],
		...placesIn(inner),
	]);
}
