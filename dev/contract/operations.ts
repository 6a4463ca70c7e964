import type { OpenAPIV3_1 } from 'openapi-types';

import { loadContract } from '../fake-service/contract';

export type Schema = OpenAPIV3_1.SchemaObject & { $ref?: string };

const { document } = loadContract();

/** One operation of the contract. */
export interface ContractOperation {
	id: string;
	path: string;
	methods: string[];
	area: string;
	request: Schema;
	response: Schema;
	/** False where the documents show neither request nor answer fields */
	documented: boolean;
}

const NOT_SHOWN = '#/components/schemas/NotShownResponse';

/** The operations of contract/openapi.yaml in its order. */
export const OPERATIONS: ContractOperation[] = Object.entries(document.paths ?? {}).map(
	([path, item]) => {
		const post = item!.post!;
		return {
			id: post.operationId!,
			path,
			methods: Object.keys(item as object),
			area: post.tags![0],
			request: jsonSchema(post.requestBody),
			response: jsonSchema(post.responses!['200']),
			documented: jsonSchema(post.responses!['200']).$ref !== NOT_SHOWN,
		};
	},
);

function jsonSchema(holder: unknown): Schema {
	const { content } = resolve(holder as Schema) as unknown as OpenAPIV3_1.RequestBodyObject;
	return content['application/json'].schema as Schema;
}

/** A schema with its reference followed; what stands beside the reference wins. */
export function resolve(schema: Schema): Schema {
	if (!schema.$ref) return schema;
	const { $ref, ...beside } = schema;
	const target = $ref
		.slice(2)
		.split('/')
		.reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document);
	return { ...resolve(target as Schema), ...beside } as Schema;
}

/** A leaf of a schema: a field that holds a value, a list of values, or an object of unknown shape. */
export interface Leaf {
	/** Names from the root, `[]` for the elements of a list of objects */
	path: string[];
	schema: Schema;
}

/** All leaves of a schema, those of all its alternatives together. */
export function leavesOf(schema: Schema): Leaf[] {
	return unique(allLeaves(schema));
}

/** The same with a leaf for each alternative that has it. */
export function allLeaves(schema: Schema, path: string[] = []): Leaf[] {
	const resolved = resolve(schema);
	const own = propertiesOf(resolved).flatMap(([name, property]) =>
		allLeaves(property, [...path, name]),
	);
	const elements = (resolved as OpenAPIV3_1.ArraySchemaObject).items as Schema | undefined;
	const below = elements ? allLeaves(elements, [...path, '[]']) : [];
	const inner = below.some((leaf) => leaf.path.length > path.length + 1) ? below : [];
	const found = [
		...own,
		...inner,
		...alternativesOf(resolved).flatMap((part) => allLeaves(part, path)),
	];
	if (found.length > 0) return found;
	return resolved.type === 'null' ? [] : [{ path, schema: resolved }];
}

/** The schemas that one is put together from or chosen from. */
function alternativesOf({ allOf = [], oneOf = [], anyOf = [] }: Schema): Schema[] {
	return [...allOf, ...oneOf, ...anyOf] as Schema[];
}

function propertiesOf({ properties = {} }: Schema): Array<[string, Schema]> {
	return Object.entries(properties as Record<string, Schema | boolean>).filter(
		(entry): entry is [string, Schema] => typeof entry[1] !== 'boolean',
	);
}

function unique(leaves: Leaf[]): Leaf[] {
	const byPath = new Map(leaves.map((leaf) => [leaf.path.join('.'), leaf]));
	return [...byPath.values()].filter(
		({ path }) => !leaves.some((other) => isBelow(other.path, path)),
	);
}

function isBelow(path: string[], above: string[]): boolean {
	return path.length > above.length && above.every((name, i) => path[i] === name);
}

/** An answer with every documented field in it, each leaf with a value of its own where it may. */
export function fullAnswer(schema: Schema): unknown {
	let count = 0;
	const fill = (part: Schema): unknown => {
		const resolved = resolve(part);
		if (resolved.allOf) {
			return resolved.allOf.reduce<object>((all, each) => merge(all, fill(each as Schema)), {});
		}
		const alternatives = (resolved.oneOf ?? resolved.anyOf) as Schema[] | undefined;
		if (alternatives) return fill(alternatives.find(({ type }) => type !== 'null')!);
		if (resolved.const !== undefined) return resolved.const;
		if (resolved.enum) return resolved.enum[0];
		const type = [resolved.type].flat()[0];
		switch (type) {
			case 'array': {
				const { items, minItems = 1 } = resolved as OpenAPIV3_1.ArraySchemaObject;
				return Array.from({ length: minItems }, () => fill(items as Schema));
			}
			case 'boolean':
				return true;
			case 'integer':
			case 'number':
				return 1_700_000_000_000 + ++count;
			case 'string':
				return resolved.format === 'date-time' ? '2026-01-01T00:00:00Z' : `text ${++count}`;
			default:
				return Object.fromEntries(
					propertiesOf(resolved).map(([name, property]) => [name, fill(property)]),
				);
		}
	};
	return fill(schema);
}

function merge(target: object, source: unknown): object {
	const into = target as Record<string, unknown>;
	for (const [key, value] of Object.entries(source as object)) {
		const both = isPlain(into[key]) && isPlain(value);
		into[key] = both ? merge(into[key] as object, value) : value;
	}
	return into;
}

function isPlain(value: unknown): boolean {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field of a schema at any depth, with its schema as it is written: with references. */
export function fieldsOf(schema: Schema): Array<{ name: string; schema: Schema }> {
	const resolved = resolve(schema);
	const { items } = resolved as { items?: Schema };
	const own = propertiesOf(resolved).flatMap(([name, property]) => [
		{ name, schema: property },
		...fieldsOf(property),
	]);
	return [...own, ...[...alternativesOf(resolved), ...(items ? [items] : [])].flatMap(fieldsOf)];
}

/** True for a field of the contract that holds a moment, maybe beside null. */
export function isMoment(schema: Schema): boolean {
	const { $ref, format } = schema;
	if ($ref === '#/components/schemas/Timestamp' || format === 'date-time') return true;
	return alternativesOf(resolve(schema)).some(isMoment);
}

/** The names and values of all leaves of a JSON value, as `name=value`. */
export function factsOf(value: unknown, name = ''): string[] {
	if (Array.isArray(value)) return value.flatMap((element) => factsOf(element, name));
	if (typeof value === 'object' && value !== null) {
		return Object.entries(value).flatMap(([key, inner]) => factsOf(inner, key));
	}
	return [`${name}=${JSON.stringify(value)}`];
}
