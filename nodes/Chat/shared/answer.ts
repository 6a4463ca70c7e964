import type {
	IDataObject,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { answerPage, formPage, type Problems } from './answerPage';
import { QUESTION, type Question } from './askAndWait';
import { type FormField, WITH_CHOICES } from './question';

/** Webhooks of Send and Wait for Response: a page that shows the question, and the answer that it sends. */
export const answerWebhooks: IWebhookDescription[] = (['GET', 'POST'] as const).map(
	(httpMethod) => ({
		name: 'default',
		httpMethod,
		responseMode: 'onReceived',
		responseData: '',
		path: '={{ $nodeId }}',
		restartWebhook: true,
		isFullPath: true,
	}),
);

/** Headers of a page: it loads and runs nothing, is not stored, and tells no other page where it is. */
const HEADERS = {
	'Cache-Control': 'no-store',
	'Content-Security-Policy':
		"default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
	'Referrer-Policy': 'no-referrer',
	'X-Content-Type-Options': 'nosniff',
	'X-Frame-Options': 'DENY',
	'X-Robots-Tag': 'noindex',
};

/**
 * Shows the page of a link, and takes the answer. Only a POST answers, since programs open links that they find in a chat.
 * n8n comes here for a link with its signature while the execution waits; for others it has pages of its own. Two answers
 * at once become one, since n8n continues an execution once, and thanks only the first (n8n 2.41,
 * n8n/webhooks/waiting-webhooks.ts, n8n/active-executions.ts).
 */
export async function answer(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const request = this.getRequestObject();
	const response = this.getResponseObject();
	for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
	const show = (status: number, page: string): IWebhookResponseData => {
		response.status(status).send(page);
		return { noWebhookResponse: true };
	};
	const question = questionOf(this);
	const { run, approved }: IDataObject = Object(request.query);
	if (String(run) !== String(question?.run) || question?.labels[String(approved)] === undefined)
		return show(410, answerPage('This question is not open any more'));
	const workflow = this.getWorkflow().name ?? '';
	if (request.method !== 'POST')
		return show(200, formPage({ question, workflow, approved: String(approved) }));
	const given = valuesIn(this.getBodyData());
	const { problems, values } = readAnswer(question, approved === 'true', given);
	if (Object.keys(problems).length > 0)
		return show(400, formPage({ question, workflow, approved: String(approved), given, problems }));
	const data = { ...values, respondedAt: new Date().toISOString() };
	return {
		webhookResponse: answerPage('Your answer was recorded'),
		workflowData: [[{ json: { data }, pairedItem: { item: 0 } }]],
	};
}

/** The question of the run of the node that waits. */
function questionOf(functions: IWebhookFunctions): Question | undefined {
	// A name may contain what ends an expression
	const name = JSON.stringify(functions.getNode().name).replace(
		/[{}]/g,
		(brace) => `\\u00${brace.charCodeAt(0).toString(16)}`,
	);
	const found = functions.evaluateExpression(`{{ $node[${name}].context["${QUESTION}"] }}`);
	return (found ?? undefined) as Question | undefined;
}

/**
 * The texts of a body, by the names of its fields, with line breaks of one kind. n8n puts those of a form with parts under
 * `data` (n8n 2.41, n8n/webhooks/webhook-form-data.ts).
 */
function valuesIn(body: unknown): Record<string, string[]> {
	const all: IDataObject = Object(body);
	const entries = Object.entries(Object(all.data ?? all) as IDataObject);
	return Object.fromEntries(
		entries.map(([name, value]) => [
			name,
			[value].flat().map((text) => String(text).replace(/\r\n?/g, '\n').trim()),
		]),
	);
}

/** The answer by its output names, and what is wrong with a value by the name of its field. */
function readAnswer(
	{ kind, fields }: Question,
	approved: boolean,
	given: Record<string, string[]>,
): { values: IDataObject; problems: Problems } {
	if (kind === 'approval') return { values: { approved }, problems: {} };
	if (kind === 'freeText') {
		const [text = ''] = given.text ?? [];
		return { values: { text }, problems: text === '' ? { text: 'Enter a text.' } : {} };
	}
	const problems: Problems = {};
	const values = fields.map((field, i): [string, unknown] => {
		const texts = (given[`field-${i}`] ?? []).filter((text) => text !== '');
		const problem = problemOf(field, texts);
		if (problem) problems[`field-${i}`] = problem;
		return [field.label, valueOf(field, texts)];
	});
	return { values: Object.fromEntries(values) as IDataObject, problems };
}

/** Value of a field in the output: null without one, and a list for checkboxes. */
function valueOf({ type }: FormField, texts: string[]): unknown {
	if (type === 'checkbox') return texts;
	if (texts.length === 0) return null;
	return type === 'number' ? Number(texts[0]) : texts[0];
}

const FORMATS: Record<string, { matches: (text: string) => boolean; problem: string }> = {
	date: {
		matches: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && isDay(text),
		problem: 'Enter a date as YYYY-MM-DD.',
	},
	email: { matches: (text) => /^[^\s@]+@[^\s@]+$/.test(text), problem: 'Enter an e-mail address.' },
	number: { matches: (text) => Number.isFinite(Number(text)), problem: 'Enter a number.' },
};

/** False for a day that its month does not have, which JavaScript takes for one of the next month. */
function isDay(text: string): boolean {
	const time = Date.parse(text);
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function problemOf({ type, required, choices }: FormField, texts: string[]): string | undefined {
	if (texts.length === 0) return required ? 'This field needs a value.' : undefined;
	if (WITH_CHOICES.includes(type))
		return texts.every((text) => choices.includes(text)) ? undefined : 'Choose from the list.';
	const { matches, problem } = FORMATS[type] ?? {};
	return matches?.(texts[0]) === false ? problem : undefined;
}
