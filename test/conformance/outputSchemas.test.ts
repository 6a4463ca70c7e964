import { readFileSync } from 'node:fs';
import path from 'node:path';

import Ajv from 'ajv';
import type { INodeParameters } from 'n8n-workflow';

import { OPERATIONS } from '../../dev/contract/operations';
import { withEvent } from '../../dev/areas/events';
import { pollNode } from '../../dev/engine/pollNode';
import { ALL, DECLARED, titleOf, type Declared } from '../../dev/engine/operations';
import type { JsonSchema } from '../../dev/outputSchemas/infer';
import { TRIGGERS } from '../../dev/outputSchemas/outputSchemas';
import { share } from '../support/effort';
import { filesIn, read } from '../support/repository';
import { jsonOf, useService } from '../support/useService';
import { omit } from '../../nodes/shared/objects';
import { layoutOf } from '../../nodes/shared/rows/output';
import { once, type ReadCase } from '../../dev/areas/area';
import { readCases, writeCases } from '../support/cases';

/** Fields that n8n's editor offers before the first run, compared with real outputs. */

const fixture = useService();

const CASES: Record<string, () => ReadCase> = {
	...readCases(fixture),
	...Object.fromEntries(
		Object.entries(writeCases(fixture)).map(([title, write]) => [
			title,
			() => once(write().parameters as INodeParameters),
		]),
	),
};

/** The operations with documented answers. */
const shown = ALL.filter(
	({ operation: { routing } }) =>
		OPERATIONS.find(({ path }) => path === routing.request.url)!.documented,
);

function fileOf({ area, resource, operation }: Declared): string {
	return `${area}/__schema__/v1.0.0/${resource.value}/${operation.value}.json`;
}

/** As they are published: `npm run lint:generated` fails if they are not what the nodes return. */
const schemas = filesIn('nodes')
	.filter((file) => file.includes('/__schema__/'))
	.map((file) => ({
		file: file.replace('nodes/', ''),
		schema: JSON.parse(read(file)) as JsonSchema,
	}));
const schemaAt = (file: string) => schemas.find((each) => each.file === file)!.schema;

it('every operation with a documented answer has a schema, and every trigger', () => {
	const ofTriggers = TRIGGERS.map(
		({ description: { name } }) => `${name.slice(3, -'Trigger'.length)}/__schema__/v1.0.0.json`,
	);
	expect(schemas.map(({ file }) => file).sort()).toEqual(
		[...shown.map(fileOf), ...ofTriggers].sort(),
	);
	expect(schemas.length).toBeGreaterThan(60);
});

describe('fields of a row', () => {
	const AT_MOST = 10;
	/** Outputs with more fields, and why they need them */
	const declared = [
		...readFileSync(path.join(__dirname, '../../docs/verification.md'), 'utf8').matchAll(
			/^ *\| `(\w+\/__schema__\/[^`]+)` *\| (\S.*?) *\|$/gm,
		),
	].map(([, file]) => file);

	it('are at most ten, but for a few outputs that docs/verification.md declares', () => {
		const many = schemas.filter(({ schema }) => {
			// Beside the fields, events have one with what identifies them
			const { _event, ...fields } = schema.properties!;
			return Object.keys(fields).length > AT_MOST;
		});
		expect([...declared].sort()).toEqual(many.map(({ file }) => file).sort());
		expect(declared.length).toBeLessThanOrEqual(8);
		const files = schemas.map(({ file }) => file);
		expect(files).toEqual(expect.arrayContaining(declared));
		// Where people look most
		expect(declared.filter((file) => /^(Calls|World)|reply|post/.test(file))).toEqual([]);
	});

	it.each(
		DECLARED.filter(({ operation }) => operation.output).map(
			(each) => [titleOf(each), each.operation.output!] as const,
		),
	)('of %s that are left out are fields of tables and texts', (_title, output) => {
		const { fields, onRequest = '', usual = {}, details = '', text = '' } = output;
		const names = layoutOf(fields).map(({ name }) => name);
		const left = layoutOf(onRequest).map(({ name }) => name);
		expect(names).toEqual(expect.arrayContaining(left));
		expect(names).toEqual(expect.arrayContaining(Object.keys(usual)));
		const brief = layoutOf(details).map(({ name }) => name);
		expect(left.filter((name) => name in usual || brief.includes(name))).toEqual([]);
		const first = layoutOf(text).map(({ name }) => name);
		expect(left.filter((name) => first.includes(name))).toEqual([]);
	});
});

/** Those whose output is the answer of the service. */
const answered = shown.filter(({ operation }) => !operation.endpoint.waits);

it('every one of these operations has a test case, and no other', () => {
	expect(Object.keys(CASES).sort()).toEqual(answered.map(titleOf).sort());
});

describe.each(share(answered).map((declared) => [titleOf(declared), declared] as const))(
	'%s',
	(title, declared) => {
		it('returns exactly the fields that the editor offers before the first run', async () => {
			const { area, resource, operation } = declared;
			const { parameters, items } = CASES[title]();
			const outcome = await fixture.run({
				node: `svc${area}`,
				parameters: { resource: resource.value, operation: operation.value, ...parameters },
				items,
				settings: { onError: 'continueErrorOutput' },
			});
			const rows = jsonOf(outcome.items);
			expect(rows).not.toEqual([]);
			const schema = schemaAt(fileOf(declared));
			const { usual = {} } = operation.output!;
			const usually = rows.map((row) => omit(row, ...Object.keys(usual)));
			expect(problemOf(usually, schema)).toBeUndefined();
			for (const field of Object.keys(usually[0])) {
				expect(problemOf(usually, without(field, schema))).toContain(field);
			}
		});
	},
);

describe.each(TRIGGERS.map(({ description }) => description.name))('%s', (name) => {
	it('returns with each event its identity and when it was found', async () => {
		const [area] = name.slice(3).split('Trigger');
		const { credential } = fixture;
		const [event] = eventsOf(name);
		const parameters = withEvent(name, event);
		const { items } = await pollNode({ node: name, parameters, credential }, 'manual');
		const { properties = {} } = schemaAt(`${area}/__schema__/v1.0.0.json`);
		expect(Object.keys(properties._event.properties!)).toEqual([
			'id',
			'type',
			'happened_at',
			'found_at',
		]);
		const fields = Object.keys(properties);
		const common = jsonOf(items).map((row) =>
			Object.fromEntries(Object.entries(row).filter(([field]) => fields.includes(field))),
		);
		expect(common).not.toEqual([]);
		expect(problemOf(common, { type: 'object', properties })).toBeUndefined();
	});
});

function eventsOf(name: string): string[] {
	const { properties } = TRIGGERS.find(({ description }) => description.name === name)!.description;
	const selector = properties.find((property) => property.name === 'event')!;
	return (selector.options as Array<{ value: string }>).map(({ value }) => value);
}

/** Fields of rows that are not in the schema. */
function problemOf(rows: object[], schema: JsonSchema): string | undefined {
	const ajv = new Ajv({ allowUnionTypes: true });
	return ajv.validate({ type: 'array', items: closed(schema) }, rows)
		? undefined
		: JSON.stringify(ajv.errors);
}

/** The schema without additional fields. */
function closed(schema: JsonSchema): object {
	const { properties, items } = schema;
	return {
		...schema,
		...(items && { items: closed(items) }),
		...(properties && {
			properties: Object.fromEntries(
				Object.entries(properties).map(([name, property]) => [name, closed(property)]),
			),
			additionalProperties: false,
		}),
	};
}

function without(field: string, { properties, ...schema }: JsonSchema): JsonSchema {
	const { [field]: _removed, ...others } = properties!;
	return { ...schema, properties: others };
}
