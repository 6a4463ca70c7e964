import type { Declared } from '../engine/operations';
import { factsOf, isForOutput, noticesOf, takenBy, wordsOf, type Facts } from './fields';
import { commonest, grouped } from './grouped';
import { fieldsOf, isEvent, SHOWN, type Shown } from './uses';
import { COMMON_PAGE } from './values';

/** A field of one operation or event. */
interface Use {
	shown: Shown;
	folder: string;
	facts: Facts;
}

/** A field of several operations or events: of one name and meaning. */
interface Entry {
	/** Facts on which most of them agree */
	facts: Facts;
	uses: Use[];
}

/** Facts that stand where fields do not agree. */
const NO_FACTS = {
	...{ within: '', required: false, limits: '', preset: '', condition: '', notForTools: false },
	kind: 'choices that differ between operations',
};

/** Headings of the parts of pages that describe fields of several operations. */
export const SHARED = 'Shared fields';

const USES: Use[] = [...SHOWN].flatMap(([folder, all]) =>
	all.flatMap((shown) => ownFactsOf(shown).map((facts) => ({ shown, folder, facts }))),
);
const BY_MEANING = grouped(USES, ({ facts }) => keyOf(facts));

/** The fields that operations of several nodes have. */
const COMMON = entries(BY_MEANING, (uses) => {
	const folders = new Set(uses.map(({ folder }) => folder));
	return folders.size > 2 || (folders.size > 1 && uses.length > 4);
});

/** The fields that several operations of one node have, and no others, without those that stand in the table of each. */
const SHARED_IN = new Map(
	[...SHOWN.keys()].map((folder) => {
		const own = USES.filter(
			({ facts, shown, folder: its }) =>
				its === folder && !COMMON.has(keyOf(facts)) && !isInTable(facts, shown),
		);
		const byMeaning = grouped(own, ({ facts }) => keyOf(facts));
		return [
			folder,
			entries(byMeaning, ([first, ...others]) => others.some(({ shown }) => shown !== first.shown)),
		];
	}),
);

/** The rows of an operation or event: its required fields, and those that are described nowhere else. */
export function rowsOf(folder: string, shown: Shown): string[][] {
	const elsewhere = [COMMON, SHARED_IN.get(folder)!];
	return ownFactsOf(shown)
		.filter((facts) => isInTable(facts, shown) || !elsewhere.some((all) => all.has(keyOf(facts))))
		.map(rowOf);
}

/** True for fields that the table of each operation has: those that are required, and those that decide whether these are shown. */
function isInTable(facts: Facts, shown: Shown): boolean {
	if (facts.required) return true;
	const decides = ({ required, condition }: Facts) =>
		required && condition.includes(`_${facts.name}_`);
	return !COMMON.has(keyOf(facts)) && ownFactsOf(shown).some(decides);
}

/** Fields that several operations of a node have. */
export function sharedRowsOf(folder: string): string[][] {
	return [...SHARED_IN.get(folder)!.values()].map(({ facts }) => rowOf(facts));
}

/** A link for each field that is described elsewhere, with what differs here, by the collection that holds the field. */
export function linksOf(folder: string, shown: Shown): Array<[within: string, link: string]> {
	return ownFactsOf(shown).flatMap((facts): Array<[string, string]> => {
		if (isInTable(facts, shown)) return [];
		const key = keyOf(facts);
		const page = COMMON.has(key)
			? `${COMMON_PAGE}#${anchorOf(facts.name)}`
			: `#${anchorOf(SHARED)}`;
		const entry = COMMON.get(key) ?? SHARED_IN.get(folder)!.get(key);
		if (!entry) return [];
		const differs = differencesOf(facts, entry.facts, isEvent(shown));
		return [[facts.within, `[${facts.name}](${page})${differs && ` (${differs})`}`]];
	});
}

/** Fields of several nodes by name: what they take and mean. Those of one name and several meanings say where each counts. */
export function commonFields(): Array<[name: string, words: string[]]> {
	const byName = grouped([...COMMON.values()], ({ facts }) => facts.name);
	return [...byName]
		.sort(([a], [b]) => a.localeCompare(b))
		.map(([name, variants]) => {
			if (variants.length === 1) return [name, [describe(variants[0])]];
			return [name, variants.map((entry) => `- ${whereOf(entry)}: ${describe(entry)}`)];
		});
}

/** Notices that all operations with a common field show: they are part of its description. */
function noticesWith({ uses }: Entry): string[] {
	const [first, ...others] = uses.map(({ shown }) => noticesOf(fieldsOf(shown)));
	return first.filter((notice) => others.every((notices) => notices.includes(notice)));
}

const TOLD = [...COMMON.values()].flatMap(noticesWith);

/** Notices of an operation that no common field tells. */
export function ownNoticesOf({ operation }: Declared): string[] {
	return noticesOf(operation.fields).filter((notice) => !TOLD.includes(notice));
}

function describe(entry: Entry): string {
	const takes = [entry.facts.required && 'required', takenBy(entry.facts)]
		.filter(Boolean)
		.join('; ');
	const start = takes && `${takes.charAt(0).toUpperCase()}${takes.slice(1)}.`;
	return [start, wordsOf(entry.facts), ...noticesWith(entry)].filter(Boolean).join(' ');
}

function whereOf({ uses }: Entry): string {
	if (uses.every(({ shown }) => isEvent(shown))) return '**Triggers**';
	const isList = ({ shown }: Use) => fieldsOf(shown).some(({ name }) => name === 'returnAll');
	return uses.every(isList) ? '**Lists**' : '**Other operations**';
}

/** A row of a table of fields: name, accepted values, meaning. The name is a link if the page of common fields says more. */
export function rowOf(facts: Facts): string[] {
	const { name, within, required } = facts;
	const entry = COMMON.get(keyOf(facts));
	const isLink = required && entry !== undefined && noticesWith(entry).length > 0;
	const shown = within + (isLink ? `[${name}](${COMMON_PAGE}#${anchorOf(name)})` : name);
	const when = within ? 'required when added' : 'required';
	return [required ? `**${shown}** (${when})` : shown, takenBy(facts), wordsOf(facts)];
}

function ownFactsOf(shown: Shown): Facts[] {
	return factsOf(fieldsOf(shown), (field) => !isForOutput(field));
}

function keyOf({ name, meaning }: Facts): string {
	return `${name}: ${meaning}`;
}

function entries(
	groups: Map<string, Use[]>,
	isWanted: (uses: Use[]) => boolean,
): Map<string, Entry> {
	return new Map(
		[...groups]
			.filter(([, uses]) => isWanted(uses))
			.map(([key, uses]) => [key, { uses, facts: agreedBy(uses.map(({ facts }) => facts)) }]),
	);
}

/** The facts on which more than half of the fields agree. */
function agreedBy(all: Facts[]): Facts {
	const agreed = Object.entries(NO_FACTS).map(([name, otherwise]) => {
		const values = all.map((facts) => facts[name as keyof Facts]);
		const value = commonest(values);
		const isAgreed = values.filter((each) => each === value).length * 2 > all.length;
		return [name, isAgreed ? value : otherwise];
	});
	return { ...all[0], ...Object.fromEntries(agreed) } as Facts;
}

/** Facts about a field that its description elsewhere does not say; empty if there are none. */
function differencesOf(facts: Facts, usual: Facts, ofEvent: boolean): string {
	const { kind, limits, preset, required, condition, notForTools, within } = facts;
	const start = preset ? `${preset} ${within ? 'when added' : 'by default'}` : 'empty at first';
	const shown = condition.replace('Only', 'only').replace(/\.$/, '') || 'always shown';
	const differences = [
		kind !== usual.kind && kind,
		limits !== usual.limits && (limits || 'without limits'),
		preset !== usual.preset && start,
		required !== usual.required && (required ? 'required' : 'optional'),
		condition !== usual.condition && shown,
		// Triggers are no tools
		!ofEvent && notForTools !== usual.notForTools && `${notForTools ? 'not' : 'also'} as a tool`,
	];
	return differences.filter(Boolean).join('; ');
}

/** The anchor that GitHub gives a heading. */
export function anchorOf(heading: string): string {
	return heading
		.toLowerCase()
		.replace(/[^\w -]/g, '')
		.replaceAll(' ', '-');
}
