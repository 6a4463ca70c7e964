import type { INodeParameters } from 'n8n-workflow';

import { AREAS } from '../areas';
import {
	linked,
	nameOf,
	OFFERED,
	withField,
	type OfferedField,
	type OfferedOperation,
} from './offered';
import { OPERATIONS, type Leaf } from './operations';
import { anything, type Sample, type Samples } from './sample';

const NOT_SHOWN = OPERATIONS.filter(({ documented }) => !documented);

/** The samples that areas have. */
const WRITTEN = Object.assign(
	Object.fromEntries(NOT_SHOWN.map(({ id }) => [id, { runs: [anything] }])),
	...AREAS.map(({ samples }) => samples),
) as Required<Samples>;

const VARIANTS: Record<string, INodeParameters> = Object.fromEntries(
	AREAS.flatMap(({ name, variants = {} }) =>
		Object.entries(variants).map(([operation, each]) => [`svc${name}: ${operation}`, each]),
	),
);

/** True for the operation of a node that offers an operation of the contract as it is. */
export function isPlain(offered: OfferedOperation): boolean {
	return !(nameOf(offered) in VARIANTS);
}

/** The samples of all operations, with the optional fields of which the contract says all that a value needs. */
export const SAMPLES = Object.fromEntries(
	OFFERED.filter(isPlain).map((offered) => {
		const { id } = offered.contract!;
		const sample = WRITTEN[id] as Sample | undefined;
		if (!sample) throw new Error(`Add a sample of ${id} to dev/areas/<Area>/samples.ts.`);
		return [id, linked(offered).reduce(withLinked, sample)];
	}),
) as Required<Samples>;

/** The sets of parameters of an operation. */
export function parametersOf(offered: OfferedOperation): INodeParameters[] {
	if (!isPlain(offered)) return [VARIANTS[nameOf(offered)]];
	return SAMPLES[offered.contract!.id].runs.map(({ parameters }) => parameters);
}

/** The sample with a field that no run of it sets, in its first run. */
function withLinked(sample: Sample, { field, leaf }: { field: OfferedField; leaf: Leaf }): Sample {
	const [value, sent] = field.collection ? valueFor(field, leaf) : [];
	if (value === undefined || pathsOf(sample).has(leaf.path.join('.'))) return sample;
	const [{ parameters, body }, ...others] = sample.runs;
	const more = { [leaf.path.at(-1)!]: sent };
	const items = (body as { items?: object[] }).items?.map((item) => ({ ...item, ...more }));
	const first = {
		parameters: withField(parameters, field, value),
		body: leaf.path.length === 1 ? { ...body, ...more } : { ...body, items },
	};
	return { ...sample, runs: [first, ...others] };
}

/** A value of a field, and how it is sent. */
function valueFor({ property }: OfferedField, { schema }: Leaf): [value?: unknown, sent?: unknown] {
	const { type, name } = property;
	if (type === 'dateTime') return ['2026-01-01T00:00:00Z', 1767225600000];
	const values: Partial<Record<typeof type, unknown>> = {
		boolean: property.default !== true,
		number: schema.minimum ?? 1,
		options: schema.enum?.at(-1),
		multiOptions: (schema as { items?: Leaf['schema'] }).items?.enum,
		string: schema.type === 'string' ? name.slice(0, schema.maxLength) : undefined,
	};
	return [values[type], values[type]];
}

/** Paths of all leaves in the requests of a sample. */
export function pathsOf({ runs }: { runs: Array<{ body: unknown }> }): Set<string> {
	return new Set(runs.flatMap(({ body }) => pathsIn(body)));
}

/** Paths of all leaves in a body, `[]` for elements of lists of objects. */
function pathsIn(value: unknown, path: string[] = []): string[] {
	if (Array.isArray(value)) {
		const objects = value.filter((element) => typeof element === 'object');
		if (objects.length === 0) return [path.join('.')];
		return objects.flatMap((element) => pathsIn(element, [...path, '[]']));
	}
	if (typeof value === 'object' && value !== null) {
		return Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]));
	}
	return [path.join('.')];
}
