import openapiTS, { astToString } from 'openapi-typescript';
import type { OpenAPIV3_1 } from 'openapi-types';
import prettier from 'prettier';

import { loadContract } from '../fake-service/contract';
import type { Fields } from '../fake-service/rules';
import { OPERATIONS, resolve, type ContractOperation, type Schema } from './operations';

const NOTICE = '// Written from contract/openapi.yaml by npm run generate.\n\n';

/** The bounds of a request field, which a form checks before it sends a value. */
interface Bounds {
	minLength?: number;
	maxLength?: number;
	maxBytes?: number;
	minimum?: number;
	maximum?: number;
	maxItems?: number;
}

/** The files that are written from the contract, by path. */
export async function contractFiles(): Promise<Map<string, string>> {
	const types = astToString(await openapiTS(withoutPaths() as never));
	const values = Object.fromEntries(OPERATIONS.map((each) => [each.path, valuesOf(each)]));
	return new Map([
		['nodes/shared/contract/schemas.d.ts', await formatted(NOTICE + types + operationTypes())],
		[
			'nodes/shared/contract/operations.ts',
			await formatted(
				`${NOTICE}/** Operations of the contract by path, with their request fields: those of an item for batches. */
				export const CONTRACT = ${JSON.stringify(values)} as const;`,
			),
		],
	]);
}

/** Type of the request and of `data` in the answer of each operation. */
function operationTypes(): string {
	const nameOf = ({ $ref }: Schema) => `components['schemas']['${$ref!.split('/').pop()}']`;
	const rows = OPERATIONS.map(({ id, request, response, documented }) => {
		const answer = documented
			? `NonNullable<${nameOf(response)}['data']>`
			: 'Record<string, unknown>';
		return `${id}: { request: ${nameOf(request)}; answer: ${answer} };`;
	});
	return `/** Request, and data of the answer, by operationId. */ export interface Operations { ${rows.join('\n')} }`;
}

/** The schemas of the contract alone. `data` of an envelope is what each answer adds to it. */
function withoutPaths() {
	const { openapi, info, components } = structuredClone(loadContract().document);
	delete (components!.schemas!.Envelope as Schema).properties!.data;
	return { openapi, info, components };
}

async function formatted(text: string): Promise<string> {
	const options = await prettier.resolveConfig(`${__dirname}/generate.ts`);
	return await prettier.format(text, { ...options, parser: 'typescript' });
}

/** What nodes need of an operation: its id, largest page, items of a batch, and request fields with their bounds. */
function valuesOf({ id, request }: ContractOperation) {
	const whole = resolve(request);
	const { items, ...beside } = (whole.properties ?? {}) as Record<string, Schema>;
	const list = items && (resolve(items) as OpenAPIV3_1.ArraySchemaObject);
	const element = list && resolve(list.items as Schema);
	const fields = Object.fromEntries([
		...boundsIn(beside, rules(id, '')),
		...boundsIn((element?.properties ?? {}) as Record<string, Schema>, rules(id, 'items')),
	]);
	const { limit, ...others } = fields;
	for (const name of ['page_cursor', 'item_id']) delete others[name];
	return { id, page: limit?.maximum, batch: list?.maxItems, fields: others };
}

function rules(id: string, at: string): Fields[] {
	const { document } = loadContract();
	const all = Object.values(document.paths as Fields).map(({ post }) => post);
	const own = (all.find(({ operationId }) => operationId === id)['x-rules'] ?? []) as Fields[];
	return own.filter((rule) => rule.rule === 'maxBytes' && (rule.at ?? '') === at);
}

function boundsIn(
	properties: Record<string, Schema>,
	rules: Fields[],
	before = '',
): Array<[string, Bounds]> {
	return Object.entries(properties).flatMap(([name, schema]) => {
		const path = before + name;
		const { properties: inner, ...own } = plain(schema);
		const { max: maxBytes } = rules.find(({ fields }) => fields.includes(path)) ?? {};
		const nested = boundsIn((inner ?? {}) as Record<string, Schema>, rules, `${path}.`);
		return [[path, { ...boundsOf(own), maxBytes }] as [string, Bounds], ...nested];
	});
}

/** The schema without its reference and without null; the properties of all its alternatives. */
function plain(schema: Schema): Schema {
	const { oneOf, anyOf, allOf, ...own } = resolve(schema);
	const parts = [...(oneOf ?? []), ...(anyOf ?? []), ...(allOf ?? [])].map((part) =>
		plain(part as Schema),
	);
	const properties = Object.assign({}, own.properties, ...parts.map((part) => part.properties));
	const merged = Object.assign({}, ...parts, own) as Schema;
	return Object.keys(properties).length > 0 ? { ...merged, properties } : merged;
}

/** The bounds of a value, or of each entry and the number of a list. */
function boundsOf(schema: Schema): Bounds {
	const { maxItems, items } = schema as OpenAPIV3_1.ArraySchemaObject;
	const one = items ? plain(items as Schema) : schema;
	const { minLength, maxLength, minimum, maximum } = one;
	return { minLength, maxLength, minimum, maximum, maxItems };
}
