/** The part of JSON Schema that describes output items. */
export interface JsonSchema {
	type?: string | string[];
	/** The value may also be null; see `infer` */
	nullable?: true;
	properties?: Record<string, JsonSchema>;
	items?: JsonSchema;
}

/**
 * The schema of all these JSON values together, with properties in order of their first appearance. No property is
 * required, and others are allowed. A property that is always null is omitted. n8n's editor shows the fields of an
 * object only if `type` is the string `object`, and of several types the first. Objects and lists that may be null
 * are therefore `nullable`; other types that may be null name it last.
 */
export function infer(values: unknown[]): JsonSchema {
	const types = [...new Set(values.map(typeOf))].filter((type) => type !== 'null');
	const isNullable = values.includes(null);
	const schema: JsonSchema = {};
	if (types.length === 1 && isComposite(types[0])) {
		schema.type = types[0];
		if (isNullable) schema.nullable = true;
	} else if (types.length > 0 || isNullable) {
		const all = isNullable ? [...types, 'null'] : types;
		schema.type = all.length === 1 ? all[0] : all;
	}
	const properties = propertiesOf(values.filter(isObject));
	if (Object.keys(properties).length > 0) schema.properties = properties;
	if (types.includes('array')) {
		schema.items = infer(values.filter((value) => Array.isArray(value)).flat());
	}
	return schema;
}

function propertiesOf(objects: Array<Record<string, unknown>>): Record<string, JsonSchema> {
	const names = new Set(objects.flatMap((object) => Object.keys(object)));
	return Object.fromEntries(
		[...names].flatMap((name): Array<[string, JsonSchema]> => {
			const values = objects.map((object) => object[name]).filter((value) => value !== undefined);
			return values.every((value) => value === null) ? [] : [[name, infer(values)]];
		}),
	);
}

function typeOf(value: unknown): string {
	if (value === null) return 'null';
	return Array.isArray(value) ? 'array' : typeof value;
}

function isComposite(type: string): boolean {
	return type === 'object' || type === 'array';
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeOf(value) === 'object';
}
