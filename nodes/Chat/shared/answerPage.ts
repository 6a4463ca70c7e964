import type { Question } from './askAndWait';
import { FORM_FIELDS, type FormField } from './question';

/** Advice on the values of a form that are wrong, by the names of its fields. */
export type Problems = Record<string, string>;

/** Page with a question and the form for its answer. `given` are the values of an answer with problems, by field. */
export function formPage(of: {
	question: Question;
	workflow: string;
	/** The answer of the link */
	approved: string;
	given?: Record<string, string[]>;
	problems?: Problems;
}): string {
	const { question, workflow, approved, given = {}, problems = {} } = of;
	const { kind, message, labels } = question;
	const fields = formFields(question).map((field, i) => {
		const name = kind === 'freeText' ? 'text' : `field-${i}`;
		return fieldHtml(field, name, { values: given[name] ?? [], problem: problems[name] });
	});
	// n8n takes the answer to a form only in parts (n8n 2.41, n8n/webhooks/webhook-helpers.ts)
	const enctype = kind === 'customForm' ? ' enctype="multipart/form-data"' : '';
	return page(
		labels[approved],
		`<p>The workflow “<bdi>${escape(workflow)}</bdi>” asks:</p>
<p class="question" dir="auto">${escape(message)}</p>
<form method="post"${enctype}>
${fields.join('\n')}
<button type="submit" dir="auto">${escape(labels[approved])}</button>
</form>`,
	);
}

/** Page that says one thing. */
export function answerPage(text: string): string {
	return page(text, `<h1 role="status">${escape(text)}</h1>\n<p>You can close this page.</p>`);
}

const TEXT: FormField = { label: 'Your answer', type: 'textarea', required: true, choices: [] };

function formFields({ kind, fields }: Question): FormField[] {
	return kind === 'freeText' ? [TEXT] : fields;
}

/** A field of the form with its label, and what is wrong with its value. */
function fieldHtml(
	field: FormField,
	name: string,
	{ values, problem }: { values: string[]; problem?: string },
): string {
	const { label, type, required, choices } = field;
	const told = problem
		? `<p class="problem" id="${name}-problem" role="alert">${escape(problem)}</p>`
		: '';
	const described = problem ? ` aria-invalid="true" aria-describedby="${name}-problem"` : '';
	const attributes = `id="${name}" name="${name}"${required ? ' required' : ''}${described}`;
	const words = `${escape(label)}${required ? '' : ' <small>(optional)</small>'}`;
	if (type === 'checkbox') {
		const boxes = choices.map((choice) => {
			const checked = values.includes(choice) ? ' checked' : '';
			return `<label dir="auto"><input type="checkbox" name="${name}" value="${escape(choice)}"${checked}> ${escape(choice)}</label>`;
		});
		return `<fieldset${described}><legend dir="auto">${words}</legend>\n${boxes.join('\n')}\n${told}</fieldset>`;
	}
	const [value = ''] = values;
	return `<label for="${name}" dir="auto">${words}</label>\n${control(field, attributes, value)}\n${told}`;
}

function control({ type, choices }: FormField, attributes: string, value: string): string {
	if (type === 'textarea')
		return `<textarea ${attributes} rows="5" dir="auto">${escape(value)}</textarea>`;
	if (type !== 'dropdown') {
		const step = type === 'number' ? ' step="any"' : '';
		return `<input type="${FORM_FIELDS[type]?.input ?? 'text'}"${step} ${attributes} value="${escape(value)}" dir="auto">`;
	}
	const options = ['', ...choices].map((choice) => {
		const selected = choice === value ? ' selected' : '';
		return `<option value="${escape(choice)}"${selected}>${escape(choice)}</option>`;
	});
	return `<select ${attributes}>${options.join('')}</select>`;
}

const STYLE = `:root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 1.5rem; background: Canvas; color: CanvasText; }
main { max-width: 36rem; margin: 0 auto; overflow-wrap: anywhere; }
.question { white-space: pre-wrap; padding: 1rem; border: 1px solid GrayText; border-radius: .5rem; }
label { display: block; margin-top: 1rem; }
fieldset { border: 0; margin: 1rem 0 0; padding: 0; }
legend { padding: 0; }
fieldset label { margin-top: .25rem; }
input:not([type=checkbox]), textarea, select { box-sizing: border-box; width: 100%; padding: .5rem; font: inherit; }
button { margin-top: 1.5rem; padding: .75rem 1.5rem; font: inherit; cursor: pointer; }
.problem { margin: .25rem 0 0; font-weight: bold; }`;

function page(title: string, content: string): string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
}

const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

function escape(text: string): string {
	return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]);
}
