import { anchorOf } from '../dev/docs/common';
import { isForOutput } from '../dev/docs/fields';
import { slugOf } from '../dev/docs/pages';
import { ZONE } from '../dev/docs/values';
import { fieldsOf, isEvent, shownIn, withInner, type Shown } from '../dev/docs/uses';
import { NODE_CLASSES } from '../dev/engine/types';
import { choicesOf, type Field } from '../nodes/shared/form/field';
import { read } from './support/repository';

type Page = Map<string, string>;

/** The parts of a page by the anchors of their headings, without marks of code. */
function partsOf(file: string): Page {
	const parts = read(`docs/nodes/${file}`).replaceAll('`', '').split(/^#+ /m);
	return new Map(parts.map((part) => [anchorOf(part.split('\n')[0]), part]));
}

const COMMON = partsOf('common-fields.md');

/** The parts of a page about an operation or event. */
function partsAbout(shown: Shown, page: Page, node: string): string {
	if (!isEvent(shown))
		return page.get(anchorOf(`${shown.resource.name} > ${shown.operation.name}`))!;
	return page.get(anchorOf(shown.name))! + page.get(anchorOf(`${node} Trigger`))!;
}

/** All that a part says about a field: in its own row, or where a link of the field's name leads. */
function wordsOn(name: string, part: string, page: Page): string {
	const rows = part.split('\n').filter((line) => line.startsWith('|') && line.includes(name));
	const links = [
		...part.matchAll(/\[([^\]]*)\]\((?:common-fields\.md)?#([\w-]+)\)( \([^[\]]*\))?/g),
	]
		.filter(([, text]) => text === name)
		.map(([link, , anchor]) => link + (COMMON.get(anchor) ?? page.get(anchor)!));
	const words = [...rows, ...links].join('\n');
	return words.includes('choices-of') ? words + COMMON.get('choices-of-period')! : words;
}

/** Facts that a reader must find: meaning, choices, limits and default. */
function factsAbout(field: Field): string[] {
	const { description = '', limits = {}, typeOptions = {}, name, type, default: preset } = field;
	// The length of an ID is fixed
	const lengths = type === 'resourceLocator' ? [] : [limits.minLength, limits.maxLength];
	const numbers = [...lengths, limits.list?.maxItems, typeOptions.minValue, typeOptions.maxValue];
	const names = (values: unknown[]) =>
		choicesOf(field).filter(({ value }) => values.includes(value));
	// Fields of a text are those of the output
	const choices = name === 'textFields' ? names(preset as unknown[]) : choicesOf(field);
	const [start] = names([preset]).map((choice) => choice.name);
	const first = typeof preset === 'boolean' ? (preset ? 'on' : 'off') : (start ?? preset);
	return [
		description.split(/\. (?=[A-Z])/)[0].replace(/\.$/, ''),
		...choices.map((choice) => choice.name),
		...numbers.filter((each) => each !== undefined && isFinite(each)).map(String),
		...(typeof first !== 'object' && !['', '{}'].includes(String(first))
			? [`${first} by default`.replace(/^=/, '')]
			: []),
	];
}

it('says once what all fields for a date and time take, with a whole expression', () => {
	expect(ZONE).toMatch(/^Without a time zone, .*\{\{ .* \}\}\.$/);
});

const NODES = NODE_CLASSES.map((Node) => new Node().description);

it.each(NODES)(
	'the page of $displayName has every required field of an operation in its table, in bold',
	({ name, displayName }) => {
		const page = partsOf(`${slugOf({ displayName })}.md`);
		const missing = shownIn(name.slice(3)).flatMap((shown) => {
			const part = partsAbout(shown, page, displayName);
			const rows = part.split('\n').filter((line) => line.startsWith('| **'));
			return fieldsOf(shown)
				.flatMap(withInner)
				.filter(({ required }) => required)
				.filter(
					(field) => !rows.some((row) => row.split('** (required')[0].includes(field.displayName)),
				)
				.map((field) => `${part.split('\n')[0]}: ${field.displayName}`);
		});
		expect(missing).toEqual([]);
	},
);

it.each(NODES)(
	'the page of $displayName shows a sample of each operation with documented output',
	({ name, displayName }) => {
		const page = partsOf(`${slugOf({ displayName })}.md`);
		const documented = shownIn(name.slice(3)).filter(
			(shown) => isEvent(shown) || (shown.operation.output && !shown.operation.endpoint.waits),
		);
		const parts = documented.map((shown) => partsAbout(shown, page, displayName));
		expect(parts.filter((part) => !/^json\n[[{]/m.test(part))).toEqual([]);
		expect([...page.values()].filter((part) => / like \[/.test(part))).toEqual([]);
	},
);

it.each(NODES)(
	'the page of $displayName tells or links meaning, choices and limits of every field',
	(node) => {
		const page = partsOf(`${slugOf(node)}.md`);
		const missing = shownIn(node.name.slice(3)).flatMap((shown) => {
			const part = partsAbout(shown, page, node.displayName);
			const all = fieldsOf(shown).flatMap(withInner);
			const notices = all.filter(({ type }) => type === 'notice').map((each) => each.displayName);
			const fields = all.filter((field) => field.type !== 'notice' && !isForOutput(field));
			return [
				...notices.filter((notice) => !(part + COMMON.get('body')).includes(notice)),
				...fields.flatMap((field) => {
					const words = wordsOn(field.displayName, part, page).replaceAll(
						'when added',
						'by default',
					);
					const isLost = (fact: string) => !words.toLowerCase().includes(fact.toLowerCase());
					const lost = factsAbout(field).filter(isLost);
					return lost.map((fact) => `${part.split('\n')[0]}: ${field.displayName}: ${fact}`);
				}),
			];
		});
		expect(missing).toEqual([]);
	},
);
