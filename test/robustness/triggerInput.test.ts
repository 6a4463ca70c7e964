import { overrideLimits } from '../../dev/limits';
import { fc, seedOf } from '../support/random';
import type { INodePropertyOptions } from 'n8n-workflow';

import { withEvent } from '../../dev/areas/events';
import { flat, type OfferedField } from '../../dev/contract/offered';
import { pollNode } from '../../dev/engine/pollNode';
import { TRIGGER_CLASSES } from '../../dev/engine/types';
import { useService } from '../support/useService';
import { NOTHING } from '../triggers/emptyService';
import { expectClear } from './expectClear';
import { RUNS } from './effort';
import { literal, withValue } from './fields';
import { EXPRESSIONS, hugeText, jsonValue } from './malformedValues';
import { share } from '../support/effort';

/** Malformed values for every parameter of every trigger event. */

const fixture = useService({ size: NOTHING });
const counts = { parameters: 0, inputs: 0, sent: 0, refused: 0, crashes: 0 };

beforeAll(() => overrideLimits({ firstBackoff: 1 }));
afterAll(() => process.stdout.write(`Malformed input of triggers: ${JSON.stringify(counts)}\n`));

const given: fc.Arbitrary<unknown> = fc.oneof(
	{ weight: 4, arbitrary: jsonValue.map(literal) },
	{ weight: 2, arbitrary: fc.constantFrom(...EXPRESSIONS).map((source) => `={{ ${source} }}`) },
	{ weight: 1, arbitrary: hugeText.map(literal) },
);

interface Offered {
	node: string;
	event: string;
	fields: OfferedField[];
}

const OFFERED: Offered[] = TRIGGER_CLASSES.flatMap((nodeClass) => {
	const { name, properties } = new nodeClass().description;
	const [selector, ...others] = properties;
	return (selector.options as INodePropertyOptions[]).map(({ value }) => ({
		node: name,
		event: String(value),
		fields: others
			.filter(({ displayOptions }) => displayOptions?.show?.event?.includes(value))
			.flatMap(flat),
	}));
});

describe.each(OFFERED.map((offered) => [`${offered.node}: ${offered.event}`, offered] as const))(
	'%s',
	(name, { node, event, fields }) => {
		it.each(share(fields).map((field) => [field.property.displayName, field] as const))(
			"sends nothing that the contract forbids for '%s'",
			async (displayName, field) => {
				counts.parameters++;
				await fc.assert(
					fc.asyncProperty(given, async (value) => {
						fixture.service.reset();
						counts.inputs++;
						counts.crashes++;
						const { error } = await pollNode({
							node,
							parameters: withValue(withEvent(node, event), field, value),
							credential: fixture.credential,
						});
						counts.crashes--;
						// Requests that the service refused for other reasons than the contract are not included
						expect(fixture.service.violations.map((entry) => entry.error)).toEqual([]);
						if (fixture.requests.length > 0) {
							counts.sent++;
							return;
						}
						counts.refused++;
						expectClear(error!.message);
						const names = fields.map(({ property }) => property.displayName);
						expect([displayName, ...names].some((name) => error!.message.includes(name))).toBe(
							true,
						);
					}),
					{ seed: seedOf(name, displayName), numRuns: RUNS.inputs },
				);
			},
		);
	},
);
