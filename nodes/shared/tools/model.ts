import type { NodeApiError } from 'n8n-workflow';

import { truncate } from '../errors/format';
import { LIMITS } from '../limits';
import type { Caller } from '../operations/caller';
import type { CutList } from '../operations/run';
import { callsOf } from './calls';
import { TOOL_LIMIT } from './fields';
import { formOf } from './toolForms';
import { itemsOf, parametersOf, settingsIn, valuesOf } from './given';
import { inModelWords } from './words';

/** A model, for which the node is a tool. Each call is a run of its own. */
export const model: Caller = {
	limit: TOOL_LIMIT,
	get patience() {
		return LIMITS.patientCall;
	},
	takesDefaults: true,
	namesItems: false,
	parametersOf,
	settingsIn,
	valuesOf,
	itemsOf,
	formOf,
	cut,
	errorOf: inOneMessage,
	wordsOf: inModelWords,
	memoryOf: callsOf,
};

/** Says that there are more rows, and the next step. A model can set only the fields that its tool leaves to it. */
function cut({ run, limit, part = 1, narrowing }: CutList): string {
	const { parameters } = run.functions.getNode();
	const ways = [
		...(isLeftToModel(parameters.part) && limit !== undefined
			? [`give part ${part + 1} for the next`]
			: []),
		...(isLeftToModel(parameters.limit) ? ['raise the limit'] : []),
		...(narrowing.some((name) => isLeftToModel(parameters[name]))
			? ['narrow the filters or the time']
			: []),
	].join(', or ');
	const way =
		ways === '' ? 'This tool cannot show them.' : `${ways[0].toUpperCase()}${ways.slice(1)}.`;
	return limit === undefined
		? `The list is not complete: reading it took longer than a tool call may take. ${way}`
		: `There may be more results than these ${limit}. ${way}`;
}

/** True for a parameter, or a collection with one, that the model fills in. */
function isLeftToModel(parameter: unknown): boolean {
	return /\$fromAI\s*\(/i.test(JSON.stringify(parameter) ?? '');
}

/** Most characters of an error that a model reads. */
const TOOL_MESSAGE = 600;

/**
 * The error with everything in its message, since agents from version 3 on hand a model nothing else. It is about the
 * model's one call, so no item is named; n8n would replace a message with a network code by words of its own.
 */
export function inOneMessage(error: NodeApiError): NodeApiError {
	const said = error.message.replace(/ \[item \d+, row \d+\]$/, '');
	const message = /[.!?]$/.test(said) ? said : `${said}.`;
	const advice = (error.description ?? '').replace(/ ?Network code: \w+\./, '');
	error.message = truncate(`${message} ${advice}`.trim(), TOOL_MESSAGE);
	return error;
}
