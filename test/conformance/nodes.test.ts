import type { IDataObject, INodeParameters, INodePropertyOptions } from 'n8n-workflow';

import { DECLARED } from '../../dev/engine/operations';
import { isoTimeIn, simplify } from '../../nodes/shared/rows';
import { jsonOf, useService } from '../support/useService';
import type { Service } from '../../dev/fake-service/index';
import { failing, fitted, succeeding, type Envelope } from '../../dev/contract/answers';
import { isPlain, pathsOf, SAMPLES } from '../../dev/contract/samples';
import {
	OPERATIONS,
	allLeaves,
	factsOf,
	fullAnswer,
	leavesOf,
	type Leaf,
} from '../../dev/contract/operations';
import {
	linked,
	nameOf,
	OFFERED,
	withField,
	type OfferedField,
	type OfferedOperation,
} from '../../dev/contract/offered';

const fixture = useService();

/** Operations that offer one of the contract in another way are tested in their areas. */
const PLAIN = OFFERED.filter(isPlain);

/** Request fields that only the node sets: paging and correlation. */
const OWN_FIELDS = ['page_cursor', 'items.[].item_id', 'items.[].page_cursor'];

/** Response fields that the node itself uses: correlation, paging, indexes, and the status that decides the output. */
const USED_UP =
	/^(item_id|has_more|next_page_cursor|sender_index|speaker_index)=|^status="succeeded"$/;

/** The parameters with the choice to refuse texts that are too long. */
function refusingLong({ fields }: OfferedOperation, parameters: INodeParameters): INodeParameters {
	const option = fields.find(({ property }) => property.name === 'ifTooLong');
	return option ? withField(parameters, option, 'fail') : parameters;
}

/** The operation as its file declares it. */
function operationOf({ contract, operation: { value } }: OfferedOperation) {
	return DECLARED.find(
		({ operation }) =>
			operation.routing.request.url === contract!.path && operation.value === value,
	)!.operation;
}

describe.each(PLAIN.map((offered) => [nameOf(offered), offered] as const))(
	'%s',
	(_name, offered) => {
		const contract = offered.contract!;
		const sample = SAMPLES[contract?.id];
		const run = async (parameters: object) =>
			await fixture.run({
				node: offered.node.description.name,
				parameters: {
					resource: offered.resource,
					operation: offered.operation.value,
					...parameters,
				} as never,
				settings: { onError: 'continueErrorOutput' },
			});
		/** Answers every request with all documented fields, so that the objects of parameters need not exist. */
		const answerAll = (answer = success()) =>
			fixture.service.faults.add({
				match: (entry) => entry.path === contract.path,
				times: Infinity,
				status: 200,
				body: JSON.stringify(answer),
			});
		const fullData = () => fitted(fullAnswer(contract.response), sample.runs[0].body);
		const isUsedUp = (fact: string) =>
			USED_UP.test(fact) || sample.usedUp?.includes(fact.split('=')[0]) === true;
		const success = () => succeeding(fullData(), sample.toldAsFailure);

		it(`calls ${contract.id} of the contract, by POST`, () => {
			expect(contract).toBeDefined();
			expect(offered.operation.routing?.request?.method).toBe('POST');
		});

		it('sends exactly the request of its sample, with documented fields only', async () => {
			if (sample.refused) fixture.expectViolations();
			for (const { parameters, body } of sample.runs) {
				fixture.service.reset();
				addTopics(fixture.service);
				await run(parameters);
				expect(withoutHash(fixture.bodies[0])).toEqual(body);
			}
		});

		it('can set every request field of the contract', () => {
			const documented = leavesOf(contract.request)
				.map(({ path }) => path.join('.'))
				.filter((path) => path !== '' && !OWN_FIELDS.includes(path));
			const set = pathsOf(sample);
			expect(documented.filter((path) => !set.has(path))).toEqual([]);
		});

		it('offers exactly the values of each enumeration', () => {
			for (const [field, leaf] of enumerations(offered)) {
				const values = (field.property.options as INodePropertyOptions[]).map(({ value }) => value);
				const sent = values.filter((value) => value !== '');
				expect(sent.sort()).toEqual([...leaf].sort());
			}
		});

		it('accepts a value at each limit and refuses one beyond it before sending', async () => {
			answerAll();
			const parameters = refusingLong(offered, sample.runs[0].parameters);
			for (const { field, leaf } of linked(offered)) {
				const beyond = sample.beyondLimits?.includes(leaf.path.join('.'));
				for (const { value, good } of edges(leaf, field)) {
					if (beyond && !good) continue;
					const sent = fixture.requests.length;
					const { errors } = await run(withField(parameters, field, value));
					const what = `${leaf.path.join('.')}: ${JSON.stringify(value).slice(0, 80)}`;
					const refused = errors.map(({ json }) => String(json.error));
					if (good) {
						expect({ what, sent: fixture.requests.length > sent }).toEqual({ what, sent: true });
					} else {
						expect({ what, sent: fixture.requests.length - sent }).toEqual({ what, sent: 0 });
						expect(refused.join()).toContain(`'${field.property.displayName}'`);
					}
				}
			}
		});

		it('requests the largest pages of the contract with Return All', async () => {
			const limit = leavesOf(contract.request).find(({ path }) => path.join('.') === 'limit');
			if (!limit || !offered.fields.some(({ property }) => property.name === 'returnAll')) return;
			answerAll();
			await run({ ...sample.runs[0].parameters, returnAll: true });
			expect(fixture.bodies[0].limit).toBe(limit.schema.maximum);
		});

		it('returns every response field of the contract', async () => {
			const outputs = new Set<string>();
			const facts = new Set<string>();
			const collect = async (answer: Envelope, parameters: object) => {
				fixture.service.faults.clear();
				answerAll(answer);
				const { items } = await run({
					...sample.runs[0].parameters,
					simplify: false,
					...parameters,
				});
				factsOf(jsonOf(items)).forEach((fact) => outputs.add(fact));
				factsOf(answer.data).forEach((fact) => facts.add(fact));
			};
			// Writes have Simplify among their options
			const options = { ...(sample.runs[0].parameters.options as object), simplify: false };
			await collect(success(), { options });
			const outcomes = { ifRejected: 'output', ifNotFound: 'output' };
			await collect(failing(fullData()), { options: { ...options, ...outcomes } });
			const lost = [...facts].filter((fact) => !outputs.has(fact));
			expect(lost.filter((fact) => !isUsedUp(fact))).toEqual([]);
		});

		it('has Simplify exactly if the contract documents its answer, in Options of writes', () => {
			const [field, ...others] = offered.fields.filter(
				({ property }) => property.name === 'simplify',
			);
			const { output, endpoint } = operationOf(offered);
			expect({ simplify: field?.property.default, output: output !== undefined }).toEqual(
				contract.documented
					? { simplify: true, output: true }
					: { simplify: undefined, output: false },
			);
			const place = output && endpoint.preview ? 'options' : undefined;
			// An endpoint without a preview is one that reads
			const isWrite = endpoint.preview !== undefined;
			expect({ isWrite, simplifyIn: field?.collection }).toEqual({ isWrite, simplifyIn: place });
			expect(others).toEqual([]);
		});

		it('keeps every value with Simplify, except those listed in its sample', async () => {
			if (!contract.documented) return;
			const answer = success();
			answerAll(answer);
			const field = offered.fields.find(({ property }) => property.name === 'simplify')!;
			const { items, error } = await run(withField(sample.runs[0].parameters, field, false));
			expect(error).toBeUndefined();
			// The whole simplified form, as tables and texts have it
			const rows = jsonOf(items) as IDataObject[];
			const output = leavesIn(simplify(rows, operationOf(offered).output!, isoTimeIn('UTC')));
			const lost = leavesIn(answer.data)
				.filter(
					(leaf) =>
						!isUsedUp(factOf(leaf)) && !isFound(leaf) && !output.some((each) => isSame(leaf, each)),
				)
				.map(({ path }) => path.slice(-2).join('.'));
			expect([...new Set(lost)]).toEqual(sample.simplifiedAway ?? []);
			expect(lost.filter((name) => KEPT.test(name))).toEqual([]);
		});
	},
);

it('offers all operations of the contract', () => {
	expect(PLAIN.map(({ contract }) => contract?.id).sort()).toEqual(
		OPERATIONS.map(({ id }) => id).sort(),
	);
});

it('offers no operation of the contract twice', () => {
	const paths = PLAIN.map(({ contract }) => contract?.path);
	expect(new Set(paths).size).toBe(paths.length);
});

it('has a sample for each operation that the nodes offer, and for no other', () => {
	expect(Object.keys(SAMPLES).sort()).toEqual(PLAIN.map(({ contract }) => contract!.id).sort());
});

/** A value in an answer or an output, with its path; the elements of a list have the name of the list. */
interface Value {
	path: string[];
	value: unknown;
}

function leavesIn(value: unknown, path: string[] = []): Value[] {
	if (Array.isArray(value)) return value.flatMap((element) => leavesIn(element, path));
	if (typeof value !== 'object' || value === null) return [{ path, value }];
	return Object.entries(value).flatMap(([key, inner]) => leavesIn(inner, [...path, key]));
}

function factOf({ path, value }: Value): string {
	return `${path.at(-1)!}=${JSON.stringify(value)}`;
}

/**
 * True if a value of an output has the information of a value of the answer: a time as ISO 8601, others unchanged or
 * in a text with commas. A value that occurs more than once in a complete answer must also have its name, or that of
 * its object.
 */
function isSame({ path, value }: Value, { path: [...names], value: shown }: Value): boolean {
	const [name, holder] = [path.at(-1)!, path.at(-2)];
	if (name.endsWith('_at')) {
		return shown === new Date(value as string | number).toISOString() && names.at(-1) === name;
	}
	const isUnique = typeof value === 'number' || /^text \d/.test(String(value));
	if (isUnique) return shown === value || String(shown).split(', ').includes(String(value));
	const own = names.at(-1)!;
	return shown === value && (own === name || own === holder || own.endsWith(`_${name}`));
}

/** True for a part of an answer that only says that the object exists. */
function isFound({ path, value }: Value): boolean {
	return path.at(-1) === 'found' && value === true;
}

/** Identifiers, versions, states and truncation flags, which every simplified form must keep. */
const KEPT = /(_uids?|_refs?|_id|_?version|state|status|truncated|sequence)$/;

/** A body whose key for Write Once Per is cut off before its hash, which depends on the address of the service. */
function withoutHash(body: object): unknown {
	return JSON.parse(JSON.stringify(body).replace(/"once-\w{16}"/, '"once-"'));
}

/** The topics of the samples. */
function addTopics(service: Service): void {
	const { topics } = service.account('a');
	const [some] = topics.values();
	for (const topic_uid of ['topic_1', 'topic_2']) topics.set(topic_uid, { ...some, topic_uid });
}

function enumerations(offered: OfferedOperation): Array<[OfferedField, unknown[]]> {
	return linked(offered).flatMap(({ field, leaf }): Array<[OfferedField, unknown[]]> => {
		const values = enumOf(offered, leaf);
		return values ? [[field, values]] : [];
	});
}

/** The values of an enumeration, or of all alternatives with one value each. */
function enumOf({ contract }: OfferedOperation, leaf: Leaf): unknown[] | undefined {
	const { items } = leaf.schema as { items?: Leaf['schema'] };
	const schema = items ?? leaf.schema;
	if (schema.enum) return schema.enum;
	if (schema.const === undefined) return undefined;
	return constantsAt(contract!.request, leaf.path);
}

function constantsAt(request: Leaf['schema'], path: string[]): unknown[] {
	const all = JSON.stringify(path);
	return allLeaves(request)
		.filter((leaf) => JSON.stringify(leaf.path) === all)
		.map(({ schema }) => schema.const);
}

/** Values at the limits of a field and just beyond them. */
function edges(leaf: Leaf, { property }: OfferedField): Array<{ value: unknown; good: boolean }> {
	const { minLength = 0, maxLength, minimum } = leaf.schema;
	const { maxItems, items: element } = leaf.schema as { maxItems?: number; items?: Leaf['schema'] };
	const found: Array<{ value: unknown; good: boolean }> = [];
	// Counted in code points: an emoji is one
	const character = leaf.schema.pattern ? 'x' : '😀';
	if (maxLength !== undefined) {
		found.push({ value: character.repeat(maxLength), good: true });
		found.push({ value: character.repeat(maxLength + 1), good: false });
	}
	if (leaf.schema.pattern) found.push({ value: 'with blanks', good: false });
	if (element?.maxLength !== undefined) {
		found.push({ value: 'x'.repeat(element.maxLength), good: true });
		found.push({ value: 'x'.repeat(element.maxLength + 1), good: false });
	}
	if (minLength > 1) found.push({ value: 'x'.repeat(minLength - 1), good: false });
	if (maxItems !== undefined) {
		const entry = element?.type === 'integer' ? 'i + 1' : '"x" + i';
		const list = (length: number) => `={{ Array.from({ length: ${length} }, (_, i) => ${entry}) }}`;
		found.push({ value: list(maxItems), good: true }, { value: list(maxItems + 1), good: false });
	}
	if (property.type === 'number') {
		if (minimum !== undefined) {
			found.push({ value: minimum, good: true }, { value: minimum - 1, good: false });
		}
		found.push({ value: '={{ 1.5 }}', good: false }, { value: '={{ "many" }}', good: false });
	}
	if (property.type === 'options' && !property.noDataExpression) {
		found.push({ value: '={{ "no such value" }}', good: false });
	}
	if (property.type === 'multiOptions') {
		found.push({ value: ['no such value'], good: false });
	}
	if (property.type === 'dateTime') {
		found.push({ value: 'no date', good: false });
	}
	return found;
}
