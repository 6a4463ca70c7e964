import type { IDataObject } from 'n8n-workflow';

import { textsIn } from '../api/answer';
import { FailureError } from '../errors/failure';
import { truncate } from '../errors/format';
import type { Field } from '../form/field';

const CORRECT = 'Correct the expression.';

/** What n8n says about an expression that has no value, what it means, and what helps. */
interface Reason {
	said: RegExp;
	meaning: string;
	advice: string;
}

/**
 * n8n's engine `vm` copies each value out of its isolate, and ends an expression that takes too much time or memory
 * (n8n 2.41, isolated-vm-bridge and expression-evaluator of @n8n/expression-runtime, mapVmError of n8n-workflow). The older
 * engine does neither.
 */
const REASONS: Reason[] = [
	{
		said: /could not be cloned|^Unsupported type/,
		meaning: 'its value is or contains a function, an iterator or the like, which n8n cannot copy',
		advice: `${CORRECT} Call a function with (), and turn an iterator into a list: [...iterator].`,
	},
	{
		said: /^Maximum call stack/,
		meaning: 'it, or its value, refers to itself without end',
		advice: CORRECT,
	},
	{
		said: /\[<isolated-vm>/,
		meaning: 'invalid syntax',
		advice: CORRECT,
	},
	{
		said: /timed out/,
		meaning: 'it takes longer than n8n allows, by default 5 seconds',
		advice: `${CORRECT} N8N_EXPRESSION_ENGINE_TIMEOUT sets another limit, in milliseconds.`,
	},
	{
		said: /exceeded memory limit/,
		meaning: 'it takes more memory than n8n allows, by default 128 MB',
		advice: `${CORRECT} N8N_EXPRESSION_ENGINE_MEMORY_LIMIT sets another limit, in MB.`,
	},
	{
		said: /^Isolate for this caller/,
		meaning:
			'an earlier expression of this execution took more memory than n8n allows, which ends all that follow',
		advice: 'Correct the earlier expression: the error of its item or node says which one it is.',
	},
];

/** Longest template of n8n that is a headline rather than advice, in UTF-16 units. */
const LONGEST_HEADLINE = 100;

/** The failure of an item whose expression for a field failed, with `advice` unless the reason has its own. */
export function notEvaluated({ displayName }: Field, error: Error, advice = CORRECT): FailureError {
	// An expression that evaluates others adds this for each of them
	const message = String(error.message).replace(/^(?:Expression evaluation failed: )+/, '');
	const reason = REASONS.find((each) => each.said.test(message));
	const { said, more, context } = explanationOf(error, message);
	return new FailureError({
		message: `'${displayName}' could not be evaluated: ${reason?.meaning ?? said}`,
		description: reason?.advice ?? [more, advice].filter(Boolean).join(' '),
		context,
		unsent: 'item',
	});
}

/**
 * n8n's own explanation of a failed expression, such as one that refers to a node without a way back to it. Its message can
 * be "Invalid expression" while its template says what is wrong, and its editor writes the way out from the context
 * (n8n 2.41, NodeErrorView.vue).
 */
function explanationOf(error: Error, message: string) {
	const { context: given, description }: IDataObject = Object(error);
	const { messageTemplate, nodeCause, descriptionKey, runIndex }: IDataObject = Object(given);
	const [cause = ''] = textsIn([nodeCause]);
	// A template with the name of the parameter says what this message begins with
	const templates = textsIn([messageTemplate]).filter((text) => !text.includes('%%'));
	const [template] = templates.map((text) => text.replaceAll('{{nodeName}}', cause));
	const isHeadline = template !== undefined && template.length <= LONGEST_HEADLINE;
	const headline = truncate(isHeadline ? template : message, 200);
	const texts = textsIn([isHeadline ? undefined : template, description]);
	return {
		said: headline.includes(cause) ? headline : `${headline}: '${cause}'`,
		more: texts.map((text) => `${text.replace(/<\/?strong>/g, '').replace(/\.$/, '')}.`).join(' '),
		context: descriptionKey ? { descriptionKey, nodeCause, runIndex } : undefined,
	};
}
