import { nameOf, OFFERED, type OfferedOperation } from '../../dev/contract/offered';
import { factsOf, leavesOf, resolve, type Schema } from '../../dev/contract/operations';
import { isPlain, parametersOf } from '../../dev/contract/samples';
import { rowsFor } from '../../dev/docs/objects';
import { essential, withExpressions } from '../../dev/docs/runs';
import { jsonOf, useService } from '../support/useService';

/** Reads show what was written: a field that the fake service does not keep, or that a node does not send, is missed. */

const fixture = useService();

const DOCUMENTED = OFFERED.filter(isPlain).filter(({ contract }) => contract!.documented);
const isWrite = ({ fields }: OfferedOperation) =>
	fields.some(({ property }) => property.name === 'validateOnly');
const READS = DOCUMENTED.filter((each) => !isWrite(each)).map(({ contract }) => contract!);

/** Writes with other fields than those that say which object is meant. */
const WRITES = DOCUMENTED.filter(isWrite).filter(({ contract }) =>
	namesIn(contract!.request).some((name) => !/(_uid|_ref|_id|_key|sequence)$/.test(name)),
);

it.each(WRITES.map((offered) => [nameOf(offered), offered] as const))(
	'%s: reads show what was written',
	async (_name, offered) => {
		const { node, resource, operation } = offered;
		const contract = offered.contract!;
		const [row] = rowsFor(fixture.service.account('a'), contract.id, 1);
		const { items } = await fixture.run({
			node: node.description.name,
			parameters: {
				resource,
				operation: operation.value as string,
				...withExpressions(essential(parametersOf(offered)[0]), row),
				options: { simplify: false },
			},
			items: [row],
		});
		const [[item]] = fixture.itemsOf(contract.id);
		const answers = await answersAbout(valuesIn([jsonOf(items), item]));
		const shared = namesIn(contract.request).filter((name) =>
			answers.some(({ shown }) => shown.includes(name)),
		);
		expect(shared).not.toEqual([]);
		const isAim = ([name]: [string, unknown]) => !name.startsWith('expected_');
		const sent = valuesIn(Object.fromEntries(Object.entries(item).filter(isAim)));
		const facts = answers.flatMap((answer) => answer.facts);
		for (const name of shared) {
			expect([...sent.keys()]).toContain(name);
			expect(facts).toContain(`${name}=${JSON.stringify(sent.get(name))}`);
		}
	},
);

/** The name that the field of an aim has in answers. */
function shownName(name: string): string {
	return name.replace(/^target_/, '');
}

/** Names of the values in a schema. */
function namesIn(schema: Schema): string[] {
	return leavesOf(schema)
		.map(({ path }) => path.filter((name) => name !== '[]'))
		.filter((path) => !path.some((name) => name.startsWith('expected_')))
		.map((path) => shownName(path.at(-1) ?? ''));
}

/** The values of all fields, by name. */
function valuesIn(value: unknown): Map<string, unknown> {
	return new Map(
		factsOf(value).map((fact) => {
			const at = fact.indexOf('=');
			return [shownName(fact.slice(0, at)), JSON.parse(fact.slice(at + 1))];
		}),
	);
}

/** The answers of all reads of the objects that these values identify, and names of fields that no request has. */
async function answersAbout(known: Map<string, unknown>) {
	// Some reads refuse objects of other kinds
	fixture.expectViolations();
	const { apiKey } = fixture.credential;
	const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
	const requests = READS.flatMap((read) => {
		const body = requestWith(known, read.request);
		return body ? [{ ...read, body: JSON.stringify(body) }] : [];
	});
	return await Promise.all(
		requests.map(async ({ path, request, response, body }) => {
			const answer = await fixture.service.inject({ path, headers, body });
			const asked = namesIn(request).map((name) => name.replace(/s$/, ''));
			const shown = namesIn(response).filter((name) => !asked.includes(name));
			return { shown, facts: factsOf(JSON.parse(answer!.body)) };
		}),
	);
}

/** A request that needs no other values than these; nothing for all others, and for those that need none. */
function requestWith(known: Map<string, unknown>, schema: Schema): object | undefined {
	const { required = [], properties = {} } = resolve(schema);
	const entries = required.map((name) => {
		const { items } = resolve(properties[name] as Schema) as { items?: Schema };
		const isBatch = items && resolve(items).type === 'object';
		const value = isBatch
			? requestWith(known, items)
			: known.get(items ? name.replace(/s$/, '') : shownName(name));
		return [name, items && value !== undefined ? [value] : value] as const;
	});
	const isPossible = entries.every(([, value]) => value !== undefined);
	const isAbout = required.some((name) => name !== 'item_id');
	return isPossible && isAbout ? Object.fromEntries(entries) : undefined;
}
