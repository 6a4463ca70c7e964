import type { INodeProperties } from 'n8n-workflow';

/**
 * The choices of a list in the alphabetical order of their names, as n8n's lint asks for
 * (node-param-options-type-unsorted-items).
 */
export function byName<Choice extends { name: string }>(choices: Choice[]): Choice[] {
	return [...choices].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** An entry with the indexes of the lists that contain it. */
export interface Shared<T> {
	entry: T;
	lists: number[];
}

/**
 * Merges lists into one list that keeps the order of each. Entries with equal JSON become one entry if the order of
 * all lists allows it.
 */
export function mergeProperties<T>(lists: T[][]): Array<Shared<T>> {
	const merged: Array<Shared<T> & { json: string }> = [];
	for (const [i, list] of lists.entries()) {
		let position = 0;
		for (const entry of list) {
			const json = JSON.stringify(entry);
			const same = merged.findIndex((other, at) => at >= position && other.json === json);
			if (same >= 0) merged[same].lists.push(i);
			else merged.splice(position, 0, { entry, lists: [i], json });
			position = Math.max(position, same) + 1;
		}
	}
	return merged.map(({ entry, lists }) => ({ entry, lists }));
}

/**
 * Expression for the text below a node's name on the canvas: the title of the chosen operation or event, instead of
 * its value such as `getAllByLastMessage`.
 *
 * @param parameters names of the parameters with the choice
 * @param titles values of these parameters and the title, for each choice
 */
export function subtitle(
	parameters: string[],
	titles: Array<[values: string[], title: string]>,
): string {
	const table = Object.fromEntries(titles.map(([values, title]) => [values.join(' '), title]));
	const chosen = parameters.map((name) => `$parameter["${name}"]`).join(' + " " + ');
	const title = `(${JSON.stringify(table)})[${chosen}]`;
	// n8n names a new node by its action (n8n 2.41, n8n-workflow/node-helpers.ts): what is chosen in it says more than the
	// action alone
	const period = '({"custom": ""})[$rawParameter["period"]] ?? wordsOf($rawParameter["period"])';
	return `={{ [${title}, ${period.replaceAll('wordsOf', WORDS_OF)}, (${JSON.stringify(FORMS)})[$rawParameter["outputAs"]]].filter(Boolean).join(" · ") }}`;
}

/** Expression with the words of a value such as `last7Days`; of an expression, which has no value yet, nothing. */
const WORDS_OF =
	'((value) => typeof value === "string" && value[0] !== "=" ? value.replace(/([A-Z]|[0-9]+)/g, " $1").toLowerCase() : "")';

/** Words for the forms of an output, but for items. */
const FORMS = {
	text: 'text',
	csv: 'CSV',
	csvPrograms: 'CSV',
	jsonLines: 'JSON Lines',
	talkTime: 'talk time',
};

/** The property, which is shown for these values of other parameters too. */
export function shownFor(
	show: Record<string, string[]>,
	property: INodeProperties,
): INodeProperties {
	const { displayOptions } = property;
	return {
		...property,
		displayOptions: { ...displayOptions, show: { ...show, ...displayOptions?.show } },
	};
}
