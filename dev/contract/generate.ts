import openapiTS, { astToString } from 'openapi-typescript';
import type { OpenAPIV3_1 } from 'openapi-types';
import prettier from 'prettier';

import { loadContract } from '../fake-service/contract';
import type { Fields } from '../fake-service/rules';
import { leavesOf, OPERATIONS, resolve, type ContractOperation, type Schema } from './operations';

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
	// The identifier alone is a type of its own: it leads to the types of request and answer
	const written = JSON.stringify(values).replace(/"id":"\w+"/g, '$& as const');
	return new Map([
		['nodes/shared/contract/schemas.d.ts', await formatted(NOTICE + types + operationTypes())],
		[
			'nodes/shared/contract/operations.ts',
			await formatted(
				`${NOTICE}/** Operations of the contract by path, with their request fields: those of an item for batches. */
				export const CONTRACT = ${written};`,
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

/** An operation as nodes need it: its id, largest page, items of a batch, and request fields with their bounds. */
function valuesOf({ id, request, response }: ContractOperation) {
	const whole = resolve(request);
	const { items, ...beside } = (whole.properties ?? {}) as Record<string, Schema>;
	const list = items && (resolve(items) as OpenAPIV3_1.ArraySchemaObject);
	const element = list && resolve(list.items as Schema);
	const fields = Object.fromEntries([
		...boundsIn(beside, rules(id, '')),
		...boundsIn((element?.properties ?? {}) as Record<string, Schema>, rules(id, 'items')),
	]);
	const { page_cursor, item_id: _id, limit, ...own } = fields;
	const hasRows = leavesOf(response).some(({ path }) => path.includes('[]'));
	const page = page_cursor && hasRows ? limit.maximum : undefined;
	return { id, page, batch: list?.maxItems, fields: page ? own : { ...own, limit } };
}

function rules(id: string, at: string): Fields[] {
	const { document } = loadContract();
	const all = Object.values(document.paths as Fields).map(({ post }) => post);
	const own = (all.find(({ operationId }) => operationId === id)['x-rules'] ?? []) as Fields[];
	return own.filter((rule) => (rule.at ?? '') === at);
}

function boundsIn(
	properties: Record<string, Schema>,
	rules: Fields[],
	before = '',
): Array<[string, Bounds]> {
	return Object.entries(properties).flatMap(([name, schema]) => {
		const path = before + name;
		const { properties: inner, ...own } = plain(schema) as OpenAPIV3_1.ArraySchemaObject;
		const most = (kind: string) =>
			rules.find(({ rule, fields }) => rule === kind && fields.includes(path))?.max as number;
		const maxItems = own.maxItems ?? most('maxTogether');
		const nested = boundsIn((inner ?? {}) as Record<string, Schema>, rules, `${path}.`);
		return [
			[path, { ...boundsOf(own), maxBytes: most('maxBytes'), maxItems }] as [string, Bounds],
			...nested,
		];
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

/** The bounds of a value, or of each entry of a list. No text is empty: an empty value is not sent. */
function boundsOf(schema: Schema): Bounds {
	const { items } = schema as OpenAPIV3_1.ArraySchemaObject;
	const { minLength = 0, maxLength, minimum, maximum } = items ? plain(items as Schema) : schema;
	return { ...(minLength > 1 && { minLength }), maxLength, minimum, maximum };
}
