import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { AREAS } from '../../dev/areas';
import { EVENTS, withEvent } from '../../dev/areas/events';
import { fitted, succeeding } from '../../dev/contract/answers';
import { flat, nameOf, OFFERED, type OfferedField } from '../../dev/contract/offered';
import { allLeaves, fullAnswer, OPERATIONS } from '../../dev/contract/operations';
import { parametersOf, SAMPLES } from '../../dev/contract/samples';
import { DECLARED, eventsOf } from '../../dev/engine/operations';
import { pollNode } from '../../dev/engine/pollNode';
import { TRIGGER_CLASSES } from '../../dev/engine/types';
import { brokenMention, withMentionsOf } from '../../nodes/Chat/shared/mentions';
import type { Field } from '../../nodes/shared/form/field';
import { titleOf } from '../../nodes/shared/form/locators/record';
import { overrideLimits } from '../../dev/limits';
import { containsWords } from '../../nodes/shared/polling';
import { triggerFields } from '../../nodes/shared/polling/triggerFields';
import { csvLine, FOR_PROGRAMS, forSpreadsheets } from '../../nodes/shared/rows/csv';
import { isoTimeIn } from '../../nodes/shared/rows/isoTime';
import { textOfRow, textOfRows, type TextForm } from '../../nodes/shared/rows/text';
import { writtenTimeIn } from '../../nodes/shared/rows/writtenTime';
import { FORMATS, linesOf } from '../../nodes/shared/transcripts/formats';
import { apiKeyOf, baseUrl } from '../../nodes/shared/transport/connection';
import { parseMasked } from '../../nodes/shared/transport/readAnswer';
import { inFormWords } from '../../nodes/shared/values/formWords';
import { inputsOf, settingsOf, type Input } from '../../nodes/shared/values/inputs';
import { cutText, split } from '../../nodes/shared/values/longTexts';
import { rankIn } from '../../nodes/shared/values/name';
import { readParameters } from '../../nodes/shared/values/readParameters';
import { NodeRuns } from '../compatibility/nodeRun';
import { storedNode } from '../compatibility/storedNodes';
import { BEGIN, TriggerRuns } from '../compatibility/triggerRun';
import { HEAVY, share, shareOf } from '../support/effort';
import { SEED } from '../support/random';
import { useService } from '../support/useService';
import { NOTHING } from '../triggers/emptyService';
import { withValue } from './fields';
import { expectEvenWork, kindsFor } from './longTexts';

/**
 * Long texts of strangers, in fields and in answers: their work takes time that grows with their length, not with its square,
 * in which they would stop n8n for minutes. The lint finds most patterns that do so, but no loops and no work of libraries.
 */

afterAll(() => process.stdout.write(`Long texts: SEED=${SEED}\n`));

const iso = isoTimeIn('Europe/Berlin');
const form: TextForm = {
	output: {
		fields: 'title text_content sender_name tags message_at status',
		text: 'title text_content sender_name tags status',
		groups: { person: 'sender_name' },
	},
	groupBy: 'person',
	time: writtenTimeIn('Europe/Berlin', 'en', BEGIN),
};
const row = (text: string) => ({
	title: text,
	text_content: `x${text}`,
	sender_name: text,
	tags: [text, `x${text}x`],
	status: text,
});
const cells = new Set(['title', 'tags', 'message_at']);
const utterances = (text: string) => [
	{ text, speaker: { display_name: text }, start_ms: 0, end_ms: 1 },
];
const message = (text: string) => ({
	text_content: text,
	bot_mentions: [{ mention_text: '@', occurrence: 3 }],
});
const lookup = { path: OPERATIONS[0].path, thing: { one: '', many: '' }, id: '', names: ['name'] };

/** Work of the nodes with texts. */
const WORK: Record<string, (text: string) => unknown> = {
	'a text of rows': (text) => textOfRows([row(text), row(`x${text}`)], form, 1).text,
	'a text of a row': (text) => textOfRow(row(text), form),
	'a line of a table for people': (text) =>
		csvLine({ ...row(text), message_at: text }, cells, forSpreadsheets(iso)),
	'a line of a table for programs': (text) => csvLine(row(text), cells, FOR_PROGRAMS),
	'transcripts of all formats': (text) => {
		const lines = linesOf(utterances(text), 'start_ms', 'end_ms');
		for (const { write, heading } of Object.values(FORMATS)) {
			write(lines, true);
			heading?.(text);
		}
	},
	'words that are looked for': (text) =>
		containsWords({ filters: {}, own: { textContains: ['kiln', text] } }, [`x${text}`, null]),
	'a name that is compared': (text) => rankIn(lookup, { name: `x${text}` }, text),
	'parts of a text': (text) => split(text, 5000, ['@']),
	'a text that is shortened': (text) => [cutText(text, 70), cutText(text, 5000)],
	'mentions in a text': (text) => {
		brokenMention(message(text));
		withMentionsOf(message(text), { text, start: 0 });
	},
	'an entry of a list': (text) => titleOf({ text_content: text }),
	'a base URL': (text) => ignoring(() => baseUrl(`https://svc.example/${text}`)),
	'a text as a base URL': (text) => ignoring(() => baseUrl(text)),
	'an API key': (text) => ignoring(() => apiKeyOf({ apiKey: text })),
	'an answer': (text) => parseMasked(JSON.stringify({ message: text }), 'secret'),
	'an answer that is not JSON': (text) => parseMasked(`{"message": \\${text}`, 'secret'),
	'a refusal': (text) =>
		inFormWords(DECLARED[0].operation.fields, { message: text, status: 400, isOwn: true } as never),
};

it.each(Object.entries(WORK))('%s', async (_what, work) => await expectEvenWork(work));

function ignoring(work: () => unknown): void {
	try {
		work();
	} catch {
		// The text is refused
	}
}

describe('a value of a field', () => {
	const all = [
		...DECLARED.map(({ operation }) => operation.fields),
		...AREAS.flatMap(({ name }) => eventsOf(name)).map(triggerFields),
	].flatMap((fields): Input[] => [
		...inputsOf(fields),
		...settingsOf(fields).map((setting) => ({ ...setting, path: [setting.field.name] })),
	]);
	// Fields of one type and with the same limits are read alike
	const different = [...new Map(all.map((input) => [kindOf(input.field), input])).values()];
	const how = { zone: 'Europe/Berlin', varies: () => true, settings: {} };

	it.each(different.map((input) => [input.field.displayName, kindOf(input.field), input] as const))(
		'%s: %s',
		async (_name, _kind, input) =>
			await expectEvenWork((text) => {
				const typed = [{ mode: 'any', value: text }, { at: { date: text } }, [text, `${text} `]];
				for (const value of [text, ...typed])
					readParameters(
						{ inputs: [input], purposeOf: () => 'change' },
						new Map([[input, value]]),
						how,
					);
			}),
	);
});

/** Type and limits of a field, by which its values are read. */
function kindOf({ type, limits = {}, lookup: named, typeOptions = {} }: Field): string {
	const own = { ...limits, property: undefined, pattern: limits.pattern?.words };
	return `${type} ${JSON.stringify([own, named !== undefined, typeOptions])}`;
}

describe('a text in a field of', () => {
	const fixture = useService({ size: NOTHING });

	beforeAll(() => overrideLimits({ firstBackoff: 1 }));
	beforeEach(() => fixture.expectViolations());

	const offered = OFFERED.flatMap((each) =>
		inputs(each.fields).map(
			(field) => [nameOf(each), field.property.displayName, each, field] as const,
		),
	);

	it.each(share(shareOf(8, offered)))('%s: %s', async (name, displayName, each, field) => {
		const { node, resource, operation } = each;
		const [parameters] = parametersOf(each);
		await expectEvenWork(
			async (text) => {
				fixture.service.reset();
				const given = withValue(parameters, field, '={{ $json.value }}');
				await fixture
					.run({
						node: node.description.name,
						parameters: { resource, operation: operation.value, ...given } as never,
						items: [{ value: text }],
						settings: { onError: 'continueErrorOutput' },
					})
					// n8n itself refuses a few
					.catch(() => {});
			},
			kindsFor(`${name} ${displayName}`, HEAVY ? Infinity : 2),
		);
	});

	const watched = TRIGGER_CLASSES.flatMap((nodeClass) => {
		const { name, properties } = new nodeClass().description;
		const [selector, ...others] = properties;
		return (selector.options as INodePropertyOptions[]).flatMap(({ value }) =>
			inputs(
				others
					.filter(({ displayOptions }) => displayOptions?.show?.event?.includes(value))
					.flatMap(flat),
			).map((field) => [`${name}: ${value}`, field.property.displayName, field] as const),
		);
	});

	it.each(share(shareOf(4, watched)))('%s: %s', async (name, displayName, field) => {
		const [node, event] = name.split(': ');
		const { credential } = fixture;
		await expectEvenWork(
			async (text) => {
				fixture.service.reset();
				const parameters = withValue(withEvent(node, event), field, ` ${text}`);
				await pollNode({ node, parameters, credential });
			},
			kindsFor(`${name} ${displayName}`, HEAVY ? Infinity : 2),
		);
	});
});

function inputs(fields: OfferedField[]): OfferedField[] {
	return fields.filter(({ property }) => !['notice', 'boolean'].includes(property.type));
}

/** Names of fields of answers whose values can be any text. */
const FREE = (() => {
	const leaves = OPERATIONS.flatMap(({ response }) => allLeaves(response));
	const isText = ({ schema }: (typeof leaves)[number]) =>
		[schema.type].flat().includes('string') && !schema.enum && !schema.const && !schema.format;
	const names = (those: typeof leaves) =>
		those.map(({ path }) => path.filter((at) => at !== '[]').at(-1)!);
	const fixed = new Set(names(leaves.filter((leaf) => !isText(leaf))));
	return new Set(
		names(leaves.filter(isText)).filter(
			(name) => !fixed.has(name) && !/(uid|ref|_id|cursor|format)s?$/.test(name),
		),
	);
})();

/** A copy of an answer with other texts, each with its number. */
function withTexts(value: unknown, textAt: (i: number) => string, count = { i: 0 }): unknown {
	if (Array.isArray(value)) return value.map((each) => withTexts(each, textAt, count));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => {
			if (typeof inner === 'string') return [name, FREE.has(name) ? textAt(count.i++) : inner];
			return [name, withTexts(inner, textAt, count)];
		}),
	);
}

describe('texts in answers to', () => {
	let runs: NodeRuns;

	beforeAll(async () => (runs = await NodeRuns.start()));
	afterAll(() => runs.stop());

	const cases = OFFERED.filter(({ contract }) => contract?.documented).flatMap((each) => {
		const forms = ['outputAs', 'output', 'includeTranscript'].flatMap((name) => {
			const field = each.fields.find(({ property }) => property.name === name);
			const choices = (field?.property.options ?? []) as INodePropertyOptions[];
			return choices.map(({ value }) => ({ [name]: value, returnAll: true }));
		});
		return [{}, ...forms].map((more) => [nameOf(each), JSON.stringify(more), each, more] as const);
	});

	it.each(cases)('%s, with %s', async (name, how, each, more) => {
		const { node, resource, operation } = each;
		const [sample] = parametersOf(each);
		const parameters = { resource, operation: operation.value as string, ...sample, ...more };
		const stored = storedNode(node, parameters as never);
		await expectEvenWork(
			async (_text, textAt) => {
				const { items, sent } = await runs.run(stored, ({ path, body }) => {
					const { id, response } = OPERATIONS.find((one) => one.path === path)!;
					const answer = withTexts(fullAnswer(response), textAt);
					return succeeding(fitted(answer, body), SAMPLES[id].toldAsFailure);
				});
				// A write may need another status than the one that it reads
				expect(items.length > 0 || sent.length > 1).toBe(true);
			},
			kindsFor(`${name} ${how}`, HEAVY ? Infinity : 1),
		);
	});
});

describe('texts of things that a trigger finds', () => {
	let runs: TriggerRuns;

	beforeAll(async () => (runs = await TriggerRuns.start()));
	afterAll(async () => await runs.stop());

	it.each(Object.keys(EVENTS))('%s', async (name) => {
		const [node, event] = name.split(': ');
		const { happen, before } = EVENTS[name];
		await expectEvenWork(
			async (_text, textAt) => {
				const parameters = withEvent(node, event);
				const trigger = runs.trigger({ node, typeVersion: 1, parameters });
				trigger.happen(...(before?.(BEGIN, [0, 1]) ?? []));
				await trigger.poll();
				trigger.wait(60_000);
				trigger.happen(...[0, 1].map((number) => happen(trigger.now, number)[0]));
				const rewrite = (envelope: IDataObject) => withTexts(envelope, textAt);
				runs.service.faults.add({ times: Infinity, rewrite });
				expect(await trigger.poll()).toBeGreaterThan(0);
			},
			kindsFor(name, HEAVY ? Infinity : 4),
		);
	});
});
