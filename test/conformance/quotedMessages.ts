import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Messages that pages quote, and the texts in the code that they are made of. In both, … stands for a value. */

const NODES = path.join(__dirname, '../../nodes');

/** All texts in the code of the nodes, with … for what is inserted. */
export function textsOfCode(): string[] {
	const files = readdirSync(NODES, { recursive: true, encoding: 'utf8' });
	const texts = files
		.filter((name) => name.endsWith('.ts'))
		.flatMap((name) => textsIn(readFileSync(path.join(NODES, name), 'utf8')));
	return [...new Set(texts)];
}

function textsIn(code: string): string[] {
	const texts: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isStringLiteralLike(node)) texts.push(node.text.replace(/\{\w+\}/g, '…'));
		if (ts.isTemplateExpression(node)) {
			const parts = [node.head, ...node.templateSpans.map(({ literal }) => literal)];
			texts.push(parts.map(({ text }) => text).join('…'));
		}
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile('code.ts', code, ts.ScriptTarget.Latest));
	return texts;
}

/** The messages that a page quotes: in tables of messages, in quotation marks, and sentences in code spans. */
export function quotedIn(page: string): string[] {
	const columns = column(page, 'Message');
	const prose = page.replace(/^\|.*$|```[^]*?```/gm, '').replace(/\s+/g, ' ');
	const spans = [...prose.matchAll(/"([^"]+)"|`([A-Z][a-z]* [^`]+)`/g)];
	const quoted = spans.map(([, marked, code]) => marked ?? code);
	const sentence = (text: string) => /^(The|A|'\w+'|n8n|…;|has|is) /.test(text);
	return [...columns, ...quoted].filter(sentence);
}

/** The cells of all columns with a title, in all tables of a page. */
function column(page: string, title: string): string[] {
	const tables = page.match(/(^\|.*\n)+/gm) ?? [];
	return tables.flatMap((table) => {
		const [head, , ...rows] = table.trim().split('\n').map(cellsOf);
		const at = head.indexOf(title);
		return at < 0 ? [] : rows.map((cells) => cells[at]);
	});
}

function cellsOf(row: string): string[] {
	return row.split('|').map((cell) => cell.trim());
}

/** True if a text of the code says it, or a text whose placeholders stand for other texts of the code. */
export function isSaidBy(quoted: string, texts: string[]): boolean {
	// The name of the field, the place of the item and the words of the service are added to many messages
	const alone = withoutPlace(quoted, texts).replace(/^'\w+' |^…; /, '');
	return [quoted, alone, alone.replace(/: …$/, '')].some(
		(message) => one(message, texts) || texts.some((text) => composed(message, text, texts)),
	);
}

/** End of a message about one item, as the code has it. */
const PLACE = ' [item … of …]';

/** The message without the place of its item, if the code says such places. */
function withoutPlace(message: string, texts: string[]): string {
	return texts.includes(PLACE) ? message.replace(/ \[item \d+ of \d+\]$/, '') : message;
}

/** True if a text is the message, with values for the placeholders of either. */
function one(message: string, texts: string[]): boolean {
	const wanted = pattern(message, '.*');
	return texts.some((text) => wanted.test(text) || pattern(text, VALUE).test(message));
}

/** Fewest letters of a text that counts as a message of its own. */
const LETTERS = 7;

/** A placeholder, or a number. */
const VALUE = '(?:…|[\\d,]+)';

/** True if a text is the message, with other texts of the code for its placeholders, or numbers of things. */
function composed(message: string, text: string, texts: string[]): boolean {
	if (text.replace(/[^a-z]/gi, '').length < LETTERS) return false;
	const [whole, ...values] = pattern(text, '(.*?)').exec(message) ?? [];
	const things = values.map((value) => value.replace(/^\d+ (?=\w)/, ''));
	return whole !== undefined && things.every((each) => one(each, [...texts, '', '…']));
}

/** Matches what a text can be with values in it. A value in quotation marks can be anything. */
function pattern(text: string, value: string): RegExp {
	const parts = text.split(/('…'|…)/).map((part) => {
		if (part === "'…'") return "'[^']*'";
		return part === '…' ? value : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	});
	return new RegExp(`^${parts.join('')}$`, 's');
}
