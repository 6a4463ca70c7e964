import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { WAIT_INDEFINITELY } from 'n8n-workflow';

import { CONTRACT, type Path } from '../../shared/contract';
import { objectsIn } from '../../shared/api';
import {
	type Endpoint,
	FailureError,
	type InputItem,
	type Result,
	rowsIn,
	type ValueSettings,
} from '../../shared/operations';
import { type FormField, type QuestionSettings, WITH_CHOICES } from './question';
import { sendMessages } from './send';

/**
 * Question, as its pages show it. n8n keeps it with the execution: when the page is opened, the expressions of the
 * node may have other values.
 */
export interface Question {
	/** Run of the node in the execution. A link names it too, so that one of an earlier run in a loop answers nothing */
	run: number;
	message: string;
	/** Response Type */
	kind: string;
	/** Words of the links and buttons, by what they answer; `true` is the only one of a text and a form */
	labels: Record<string, string>;
	/** Fields of a form */
	fields: FormField[];
}

/** Name of the question in the context of the node. */
export const QUESTION = 'svcQuestion';

/** Milliseconds of the units of Limit Wait Time. */
const UNITS: Record<string, number> = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/** Names that a field of a form cannot have in the output. */
const TAKEN = ['respondedAt', 'timedOut', '__proto__'];

const { text_content } = CONTRACT['/api/v1/chat/messages/send'].fields;

/** Sends a question with its links, and puts the execution to wait. Nothing waits for a message that was not sent. */
export const askAndWait: Endpoint = Object.assign(ask, {
	...sendMessages,
	waits: true as const,
	preview: async ([item]: InputItem[], url: Path) =>
		await sendMessages.preview!([withLinks(item, questionOf(item))], url),
});

async function ask([item]: InputItem[], url: Path): Promise<Result[]> {
	const question = questionOf(item);
	const [result] = await sendMessages([withLinks(item, question)], url);
	if (!rowsIn(result).some(({ already_written }) => already_written)) {
		if ('rows' in result) await waitForAnswer(item, question);
		return [result];
	}
	item.run.fail();
	const error = new FailureError({
		message: 'Another execution has asked this question already',
		description:
			"The answer goes to that execution, so this one does not wait. 'Write Once Per' has the same value in both.",
	});
	return [{ error }];
}

/** The request fields, unless a setting of the question has no meaning. */
export function checkQuestion(
	body: IDataObject,
	settings: ValueSettings & QuestionSettings,
): IDataObject | FailureError {
	const flaw = flawOf(settings);
	return flaw ? new FailureError({ ...flaw, unsent: 'item' }) : body;
}

function flawOf(settings: QuestionSettings): { message: string; description: string } | undefined {
	const end = endOf(settings);
	if (end !== undefined && !(end > Date.now()))
		return {
			message: "'Limit Wait Time' has an end that has passed, or no length",
			description: 'Enter an amount above 0, or a date and time in the future.',
		};
	if (settings.responseType !== 'customForm') return undefined;
	const fields = answerFields(settings);
	if (fields.length === 0)
		return {
			message: "'Form Fields' is empty",
			description: 'Add at least one field, or choose another Response Type.',
		};
	const labels = fields.map(({ label }) => label);
	const twice = labels.find((label, i) => labels.indexOf(label) < i);
	if (twice !== undefined)
		return {
			message: `'Form Fields' has two fields with the same name: ${JSON.stringify(twice)}`,
			description:
				'Give each field a name of its own, since the output has the values by these names.',
		};
	const taken = labels.find((label) => TAKEN.includes(label));
	if (taken !== undefined)
		return {
			message: `'Form Fields' has a field with a name of the node's own: ${taken}`,
			description: 'Choose another name. The output has this one already, or n8n cannot store it.',
		};
	const open = fields.find(({ type, choices }) => WITH_CHOICES.includes(type) && !choices.length);
	return (
		open && {
			message: `'Form Fields' has a field without choices: ${JSON.stringify(open.label)}`,
			description: "Add them under 'Field Options'.",
		}
	);
}

/** End of the wait in Unix milliseconds. Undefined for a wait without an end. */
function endOf({ limitWaitTime: [limit] = [] }: QuestionSettings): number | undefined {
	if (!limit) return undefined;
	const { limitType, amount = 0, unit = 'minutes', until = 0 } = limit;
	return limitType === 'atSpecifiedTime' ? until : Date.now() + amount * UNITS[unit];
}

function answerFields({ responseType, formFields = [] }: QuestionSettings): FormField[] {
	if (responseType !== 'customForm') return [];
	return formFields.map(({ label, type = 'text', required, options }) => ({
		label: String(label),
		type: String(type),
		required: required === true,
		choices: objectsIn(options ?? []).map(({ option }) => String(option)),
	}));
}

function questionOf({ body, settings, run }: InputItem<QuestionSettings>): Question {
	const { responseType = 'approval', approvalOptions: [approval] = [] } = settings;
	const { approvalType, approveLabel = 'Approve', disapproveLabel = 'Decline' } = approval ?? {};
	const single: Question['labels'] =
		responseType === 'approval'
			? { true: approveLabel }
			: { true: settings.messageButtonLabel ?? 'Respond' };
	const isDouble = responseType === 'approval' && approvalType === 'double';
	return {
		run: run.index,
		message: String(body.text_content),
		kind: responseType,
		labels: isDouble ? { ...single, false: disapproveLabel } : single,
		fields: answerFields(settings),
	};
}

/**
 * The item with the links behind its text, which n8n signs (n8n 2.41,
 * n8n-core/execution-engine/node-execution-context/node-execution-context.ts): nobody can make one, or change what it
 * answers.
 */
function withLinks(item: InputItem, { run, message, labels }: Question): InputItem {
	const links = Object.entries(labels).map(([approved, label]) => {
		const link = functionsOf(item).getSignedResumeUrl({ run: String(run), approved });
		return `${label}: ${link}`;
	});
	const text = [message, links.join('\n')].join('\n\n');
	const { length } = [...text];
	if (length <= text_content.maxLength)
		return { ...item, body: { ...item.body, text_content: text } };
	throw new FailureError({
		message: `'Message' is too long: with its links it has ${length} characters, and at most ${text_content.maxLength} are allowed`,
		description: 'Shorten the text. A question is not split into several messages.',
		unsent: 'item',
	});
}

/** Puts the execution to wait, until somebody answers or the time is over. */
async function waitForAnswer(item: InputItem<QuestionSettings>, question: Question): Promise<void> {
	const functions = functionsOf(item);
	// Older versions of n8n check the signatures of links only when they are told to (n8n 2.0,
	// n8n/webhooks/waiting-webhooks.ts)
	functions.setSignatureValidationRequired?.();
	Object.assign(functions.getContext('node'), { [QUESTION]: question });
	// After the time, n8n outputs the input of the node (n8n 2.41, n8n-core/execution-engine/workflow-execute.ts). It could
	// look like an answer: that of a question before this one
	const over = { ...(question.kind === 'approval' && { approved: false }), timedOut: true };
	const execution = functions.getExecuteData();
	const output = [{ json: { data: over }, pairedItem: { item: item.index } }];
	execution.data = { ...execution.data, main: [output] };
	const end = endOf(item.settings);
	await functions.putExecutionToWait(end === undefined ? WAIT_INDEFINITELY : new Date(end));
}

/** Functions of n8n 2.0 that newer versions do not have. */
interface OlderFunctions {
	setSignatureValidationRequired?: () => void;
}

/** n8n's functions for a wait, which those of its routing have, too. */
function functionsOf({ run }: InputItem): IExecuteFunctions & OlderFunctions {
	return run.functions as IExecuteFunctions;
}
