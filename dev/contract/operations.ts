import type { OpenAPIV3_1 } from 'openapi-types';

import type { OperationId, Path } from '../../nodes/shared/contract';
import { loadContract } from '../fake-service/contract';

export type Schema = OpenAPIV3_1.SchemaObject & { $ref?: string };

const { document } = loadContract();

/** One operation of the contract. */
export interface ContractOperation {
	id: OperationId;
	path: Path;
	methods: string[];
	area: string;
	summary: string;
	request: Schema;
	response: Schema;
	/** False if the documents show neither request nor answer fields */
	documented: boolean;
}

const NOT_SHOWN = '#/components/schemas/NotShownResponse';

/** The operations of contract/openapi.yaml in its order. */
export const OPERATIONS: ContractOperation[] = Object.entries(document.paths ?? {}).map(
	([path, item]) => {
		const post = item!.post!;
		return {
			id: post.operationId! as OperationId,
			path: path as Path,
			methods: Object.keys(item as object),
			area: post.tags![0],
			summary: post.summary!,
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

/** A schema with its reference resolved; members beside the reference take precedence. */
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

/** All leaves of a schema, including those of all alternatives. */
export function leavesOf(schema: Schema): Leaf[] {
	return unique(allLeaves(schema));
}

/** Leaves of a schema, one for each alternative that has it. */
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

/** The parts or alternatives of a schema. */
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

/** Choices in an answer whose schema allows several values. */
export interface Choices {
	/** Index of the chosen alternative or enumeration value, modulo their number */
	variant?: number;
	/** The one choice that differs */
	but?: Decision;
}

/** One choice in an answer. */
export interface Decision {
	/** Place in the answer: names from the root, `[]` for the elements of a list */
	path: string;
	/**
	 * The alternative or value there; `missing` for a field that is null, or omitted if it may not be null; `least`
	 * for the smallest number, or false
	 */
	take: number | 'missing' | 'least';
}

/** Generates an answer with every documented field, each leaf with a unique value if allowed. */
export function fullAnswer(schema: Schema, choices: Choices = {}): unknown {
	return fill(schema, choices, () => {});
}

/** The choices that can differ in an answer of this variant. */
export function otherDecisions(schema: Schema, variant: number): Decision[] {
	const decisions = new Map<string, Decision>();
	fill(schema, { variant }, (each) => decisions.set(JSON.stringify(each), each));
	return [...decisions.values()];
}

function fill(schema: Schema, choices: Choices, other: (decision: Decision) => void): unknown {
	const { variant = 0, but } = choices;
	let count = 0;
	const pick = <T>(values: T[], path: string): T => {
		const usual = variant % values.length;
		values.forEach((_value, take) => take !== usual && other({ path, take }));
		const own = but?.path === path && typeof but.take === 'number' ? but.take : usual;
		return values[own % values.length];
	};
	const isTaken = (decision: Decision): boolean => {
		other(decision);
		return but?.path === decision.path && but.take === decision.take;
	};
	const fillPart = (part: Schema, path: string[], beside: string[]): unknown => {
		const resolved = resolve(part);
		const required = [...beside, ...(resolved.required ?? [])];
		const { allOf, items, minItems = 1 } = resolved as OpenAPIV3_1.ArraySchemaObject;
		if (allOf) {
			const parts = allOf as Schema[];
			for (const each of parts) required.push(...(resolve(each).required ?? []));
			return parts.reduce<object>((all, each) => merge(all, fillPart(each, path, required)), {});
		}
		const alternatives = choicesOf(resolved).filter(({ type }) => type !== 'null');
		if (alternatives.length > 0) {
			return fillPart(pick(alternatives, path.join('.')), path, required);
		}
		if (resolved.const !== undefined) return resolved.const;
		if (resolved.enum) return pick(resolved.enum, path.join('.'));
		switch ([resolved.type].flat()[0]) {
			case 'array':
				return Array.from({ length: minItems }, () =>
					fillPart(items as Schema, [...path, '[]'], []),
				);
			case 'boolean':
				return !isTaken({ path: path.join('.'), take: 'least' });
			case 'integer':
			case 'number':
				count++;
				if (isTaken({ path: path.join('.'), take: 'least' })) return resolved.minimum ?? 0;
				return 1_700_000_000_000 + count;
			case 'string':
				return resolved.format === 'date-time' ? '2026-01-01T00:00:00Z' : `text ${++count}`;
			case undefined:
				// Only adds a description to the schema beside it
				if (!resolved.properties) return undefined;
		}
		return Object.fromEntries(
			propertiesOf(resolved).map(([name, property]) => {
				const below = [...path, name];
				const isNullable = mayBeNull(resolve(property));
				const mayMiss = isNullable || !required.includes(name);
				if (mayMiss && isTaken({ path: below.join('.'), take: 'missing' })) {
					return [name, isNullable ? null : undefined];
				}
				return [name, fillPart(property, below, [])];
			}),
		);
	};
	return fillPart(schema, [], []);
}

/** Number of variants in which an answer has each alternative and each value of an enumeration at least once. */
export function variantsOf(schema: Schema): number {
	const resolved = resolve(schema);
	const { enum: values = [], items } = resolved as Schema & { items?: Schema };
	const parts = [
		...alternativesOf(resolved),
		...(items ? [items] : []),
		...propertiesOf(resolved).map(([, property]) => property),
	];
	return Math.max(1, values.length, choicesOf(resolved).length, ...parts.map(variantsOf));
}

/** The alternatives of a schema. */
function choicesOf({ oneOf, anyOf }: Schema): Schema[] {
	return (oneOf ?? anyOf ?? []) as Schema[];
}

function mayBeNull(schema: Schema): boolean {
	const isNull = ({ type }: Schema) => [type].flat().includes('null');
	return isNull(schema) || choicesOf(schema).some(isNull);
}

function merge(target: object, source: unknown = {}): object {
	const into = target as Record<string, unknown>;
	for (const [key, value] of Object.entries(source as object)) {
		if (value === undefined) continue;
		const both = isPlain(into[key]) && isPlain(value);
		into[key] = both ? merge(into[key] as object, value) : value;
	}
	return into;
}

function isPlain(value: unknown): boolean {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field of a schema at any depth, with its schema as written, including references. */
export function fieldsOf(schema: Schema): Array<{ name: string; schema: Schema }> {
	const resolved = resolve(schema);
	const { items } = resolved as { items?: Schema };
	const own = propertiesOf(resolved).flatMap(([name, property]) => [
		{ name, schema: property },
		...fieldsOf(property),
	]);
	return [...own, ...[...alternativesOf(resolved), ...(items ? [items] : [])].flatMap(fieldsOf)];
}

/** True for a field of the contract that holds a time, or null. */
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
