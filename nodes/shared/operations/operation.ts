import type { Path, RequestField } from '../contract';
import { locatorIn, type Field } from '../form/field';
import type { Output } from '../rows/output';
import { choicesIn } from '../values/openChoices';
import { inputsOf, settingsOf, type Input } from '../values/inputs';
import type { Finish } from '../values/readParameters';
import type { Rule } from '../values/rules';
import type { Endpoint } from './endpoint';

/**
 * Words for a model that has the operation as a tool; together they are the tool's description. They say in everyday
 * words ("record, that is a note") what a person would ask for, since users of an agent do not know the service.
 */
export interface ToolText {
	/** One sentence that begins with a verb: what it does */
	does: string;
	/** One sentence that begins with "Returns" */
	returns: string;
	/** When to use it, and which tool to use instead when not */
	use: string;
	/** Effect of a write: what changes for whom */
	effect?: string;
	/** A sentence on what undoes or mends a write. Without it the write is DANGEROUS, and the description says so */
	undo?: string;
	/** The operation that undoes it, as `record.delete`, if it is another one: a set of tools without it does not promise that */
	undoneBy?: string;
	/** Words that replace these if a person has fixed the first choice of the form, by its value */
	fixed?: Record<string, Partial<ToolText>>;
}

/**
 * One operation of a node: one operation of the contract with its fields. `Found` names fields that are not sent, since
 * they find the object of the request.
 */
export interface Operation<P extends Path = Path, Found extends RequestField = RequestField> {
	/** Title Case, without the resource */
	name: string;
	/** Stored value, in n8n's vocabulary: `getAll` */
	value: string;
	/** Sentence case, with the object: `Get many records` */
	action: string;
	description: string;
	/** Method and path as n8n's routing. All operations of the contract are POST */
	routing: { request: { method: 'POST'; url: P } };
	/** The operation as the tool of an agent; without it, as with those that take JSON, it is none */
	tool?: ToolText;
	/** Sends the requests */
	endpoint: Endpoint;
	/** Fields in UI order. An operation with `output` has Simplify among them; a write, among its options */
	fields: Array<Field<RequestField<P> | Found>>;
	/** Simplified form of the output. Without it, rows are output as the service returned them */
	output?: Output;
	/** Rules of the contract over several fields */
	rules?: Rule[];
	finish?: Finish;
}

/**
 * Declares an operation: its fields are request fields of its path, and it has a `tool`, without which no agent would have it.
 * Fields that only find the object are named in `Found`, since it would allow any if it were inferred from them.
 */
export function operation<P extends Path, Found extends RequestField = never>(
	operation: Operation<P, NoInfer<Found>> & Required<Pick<Operation, 'tool'>>,
): Operation {
	return operation;
}

/** An operation with what its fields mean to a run, worked out once when the node is declared. */
export interface CompiledOperation extends Operation {
	/** Fields that become request fields */
	inputs: Input[];
	/** Fields that are not sent */
	settings: Input[];
	/** Choices on which other fields depend */
	choices: Field[];
	/** True if a field takes names, which are looked up */
	hasNames: boolean;
}

/** Compiles an operation. */
export function compile(operation: Operation): CompiledOperation {
	const { fields } = operation;
	const inputs = inputsOf(fields);
	const settings = settingsOf(fields);
	return {
		...operation,
		inputs,
		settings,
		choices: choicesIn(fields),
		hasNames: inputs.some(({ field }) => locatorIn(field)?.lookup !== undefined),
	};
}

/** A resource of a node with its operations in the order of use: what people want most comes first. */
export interface Resource<Each extends Operation = Operation> {
	name: string;
	description: string;
	value: string;
	operations: Each[];
}
