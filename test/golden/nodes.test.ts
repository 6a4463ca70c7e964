import type { INodeParameters } from 'n8n-workflow';

import { parametersOf } from '../../dev/contract/samples';
import { nameOf, OFFERED } from '../../dev/contract/offered';
import { DECLARED, titleOf, type Declared } from '../../dev/engine/operations';
import type { Setup } from '../../dev/engine/runNode';
import { useClock } from '../support/useClock';
import { useService } from '../support/useService';
import { textOf, useOneAtATime } from './requestLog';
import type { ReadCase } from '../../dev/areas/area';
import { readCases, writeCases } from '../support/cases';

/** All requests of every operation, compared with the logs in __snapshots__. */

const fixture = useService({ now: Date.UTC(2026, 0, 15, 12) });
useClock(fixture);
useOneAtATime();

type Run = Pick<Setup, 'node' | 'parameters' | 'items'>;

/** Runs a node with a key of its own, of which the process knows nothing yet. */
async function run(setup: Run) {
	const { credential, service } = fixture;
	return await fixture.run({
		...setup,
		credential: { ...credential, apiKey: service.addKey('a') },
		settings: { onError: 'continueErrorOutput' },
	});
}

const SAMPLES = OFFERED.flatMap((offered) =>
	parametersOf(offered).map((parameters, i): [string, Run] => [
		`${nameOf(offered)}, sample ${i + 1}`,
		{
			node: offered.node.description.name,
			parameters: {
				resource: offered.resource,
				operation: offered.operation.value as string,
				...parameters,
			},
		},
	]),
);

it.each(SAMPLES)('%s', async (_title, setup) => {
	// Not all objects of samples exist
	fixture.expectViolations();
	await run(setup);
	expect(textOf(fixture.requests)).toMatchSnapshot();
});

const CASES: Record<string, () => Partial<ReadCase>> = {
	...readCases(fixture),
	...(writeCases(fixture) as Record<string, () => object>),
};

/** Most items of a run. */
const ITEMS = 3;

/** A read of objects that the service has, or a write that changes one of them. */
function storedRun(declared: Declared): Run {
	const { area, resource, operation } = declared;
	const { parameters, items = [{}] } = CASES[titleOf(declared)]();
	return {
		node: `svc${area}`,
		parameters: { resource: resource.value, operation: operation.value, ...parameters },
		items: items.slice(0, ITEMS),
	};
}

const STORED = DECLARED.filter((declared) => titleOf(declared) in CASES);

it.each(
	STORED.map((declared) => {
		const { area, resource, operation } = declared;
		return [`svc${area}: ${resource.value} > ${operation.value}, stored data`, declared] as const;
	}),
)('%s', async (_title, declared) => {
	const { items } = await run(storedRun(declared));
	expect(items).not.toEqual([]);
	expect(textOf(fixture.requests)).toMatchSnapshot();
});

describe('a log', () => {
	const declared = STORED.find((each) => titleOf(each) === 'Records: Record > Create')!;
	const create = async (more: INodeParameters = {}) => {
		const { parameters, ...setup } = storedRun(declared);
		fixture.service.reset();
		await run({ ...setup, parameters: { ...parameters, ...more } });
		return [...fixture.requests];
	};
	const notIn = (other: string, text: string) =>
		text.split('\n').filter((line) => !other.split('\n').includes(line));

	it('is written with -u only', () => {
		expect(['none', 'all']).toContain(expect.getState().snapshotState._updateSnapshot);
	});

	it('is the same for another random key', async () => {
		const [once, again] = [await create(), await create()];
		expect(again[1].rawBody).not.toBe(once[1].rawBody);
		expect(textOf(again)).toBe(textOf(once));
	});

	it('differs in one line for another value', async () => {
		const given = {
			additionalFields: { sendAt: '2026-01-01' },
			options: { writeOncePer: 'order-1042' },
		};
		const [once, again] = [await create(given), await create({ ...given, text: 'twice' })];
		expect(notIn(textOf(once), textOf(again))).toEqual([
			expect.stringMatching(/^ +"text_content": "twice",$/),
		]);
	});

	it('differs for another number or order of requests', async () => {
		const [first, second] = await create();
		const texts = [[first, second], [second, first], [first, first, second], [second], []];
		expect(new Set(texts.map(textOf)).size).toBe(texts.length);
	});
});
