import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIV3_1 } from 'openapi-types';
import { load } from 'js-yaml';

import { violation } from './failure';
import { brokenRule, isRule, type Fields, type Rule } from './rules';

/** contract/openapi.yaml, and the validation of requests and answers against it. */
export interface Contract {
	document: OpenAPIV3_1.Document;
	/** operationId by path */
	operations: Map<string, string>;
	/**
	 * Checks a request body and fills in the defaults.
	 * @throws Failure 400 that names the field
	 */
	checkRequest(operation: string, body: unknown, now: number): void;
	/** Describes a violation in the envelope of a successful answer, if any. */
	problemOfResponse(operation: string, envelope: object): string | undefined;
}

const file = join(__dirname, '../../contract/openapi.yaml');

let contract: Contract | undefined;

/** The contract; it is read once, and each schema compiled once, however many services there are. */
export function loadContract(): Contract {
	return (contract ??= readContract());
}

function readContract(): Contract {
	const document = load(readFileSync(file, 'utf8')) as OpenAPIV3_1.Document;
	const operations = new Map<string, string>();
	const byId = new Map<string, OpenAPIV3_1.OperationObject>();
	for (const [path, { post }] of Object.entries(document.paths as Record<string, Fields>)) {
		operations.set(path, post.operationId);
		byId.set(post.operationId, post);
		for (const { rule } of rulesOf(post)) {
			if (!isRule(rule)) throw new Error(`${post.operationId}: unknown rule ${rule}`);
		}
	}

	// Schema are compiled in place in the document, when first needed. (openapi-backend would compile a dereferenced
	// copy, which loses the members beside a $ref in OpenAPI 3.1.)
	const ajv = new Ajv2020({ strict: false, allErrors: true, useDefaults: true });
	addFormats(ajv);
	ajv.addSchema({ $id: 'contract', ...document });
	const compiled = new Map<string, ValidateFunction>();
	const validator = (reference: string) => {
		let validate = compiled.get(reference);
		if (!validate) {
			compiled.set(reference, (validate = ajv.compile({ $ref: `contract${reference}` })));
		}
		return validate;
	};

	const operation = (id: string) => {
		const found = byId.get(id);
		if (!found) throw new Error(`${id} is not an operation of the contract`);
		return found;
	};

	return {
		document,
		operations,
		checkRequest(id, body, now) {
			const validate = validator(schemaOf(document, operation(id).requestBody));
			if (!validate(body)) throw violation(describe(validate.errors ?? []));
			const problem = brokenRule(rulesOf(operation(id)), body as Fields, now);
			if (problem) throw violation(problem);
		},
		problemOfResponse(id, envelope) {
			const validate = validator(schemaOf(document, operation(id).responses?.['200']));
			return validate(envelope) ? undefined : describe(validate.errors ?? []);
		},
	};
}

function rulesOf(operation: OpenAPIV3_1.OperationObject): Rule[] {
	return ((operation as Fields)['x-rules'] as Rule[] | undefined) ?? [];
}

/** The reference of the JSON schema of a request body or response, itself perhaps a reference. */
function schemaOf(document: OpenAPIV3_1.Document, holder: Fields | undefined): string {
	const resolved = holder?.$ref
		? (holder.$ref as string)
				.slice(2)
				.split('/')
				.reduce<Fields>((node, name) => node[name], document)
		: holder;
	return resolved?.content['application/json'].schema.$ref;
}

/** Turns schema errors into one sentence about the field that is most likely wrong. */
function describe(errors: ErrorObject[]): string {
	const [worst] = [...errors].sort((a, b) => weight(a) - weight(b));
	const path = worst.instancePath
		.split('/')
		.slice(1)
		.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
		.join('')
		.replace(/^\./, '');
	const inside = (field: string) => (path ? `${path}.${field}` : field);
	switch (worst.keyword) {
		case 'additionalProperties':
			return `${inside(worst.params.additionalProperty)} is not a field of this operation`;
		case 'required':
			return `${inside(worst.params.missingProperty)} is required`;
		case 'enum':
			return `${path} must be one of ${worst.params.allowedValues.join(', ')}`;
		case 'false schema':
			return `${path} must not be given`;
		default:
			return `${path || 'The body'} ${worst.message}`;
	}
}

/**
 * Chooses among the errors of several alternatives (a container is a topic or unclassified) the one about the
 * intended alternative.
 */
function weight({ keyword, schemaPath }: ErrorObject): number {
	if (['oneOf', 'anyOf', 'if'].includes(keyword)) return 3;
	const alternative = /\/(oneOf|anyOf)\//.test(schemaPath);
	if (alternative && (keyword === 'const' || keyword === 'type')) return 2;
	return alternative ? 1 : 0;
}
