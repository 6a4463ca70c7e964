import type { NodeApiError } from 'n8n-workflow';

import { truncate } from '../errors/format';
import { LIMITS } from '../limits';
import type { Caller } from '../operations/caller';
import { callsOf } from './calls';
import { TOOL_LIMIT } from './fields';
import { readToolList } from './lists';
import { fitOutput, toolForm } from './toolForms';
import { itemsOf, valuesOf } from './given';
import { inModelWords } from './words';

/** A model, for which the node is a tool. Each call is a run of its own. */
export const model: Caller = {
	limit: TOOL_LIMIT,
	get patience() {
		return LIMITS.patientCall;
	},
	takesDefaults: true,
	namesItems: false,
	namesWritten: true,
	valuesOf,
	itemsOf,
	formOf: toolForm,
	shapeOutput: fitOutput,
	readList: readToolList,
	errorOf: inOneMessage,
	wordsOf: inModelWords,
	memoryOf: callsOf,
};

/** Most characters of an error that a model reads. */
const TOOL_MESSAGE = 600;

/**
 * The error with everything in its message, since agents from version 3 on hand a model nothing else (n8n 2.41,
 * n8n-core/execution-engine/workflow-execute.ts). It is about the model's one call, so no item is named; n8n would replace a
 * message with a network code by words of its own (n8n-workflow/errors/abstract/node.error.ts).
 */
function inOneMessage(error: NodeApiError): NodeApiError {
	const said = error.message.replace(/ \[item \d+( of \d+)?\]$/, '');
	const message = /[.!?]$/.test(said) ? said : `${said}.`;
	const advice = (error.description ?? '').replace(/ ?Network code: \w+\./, '');
	error.message = truncate(`${message} ${advice}`.trim(), TOOL_MESSAGE);
	return error;
}
