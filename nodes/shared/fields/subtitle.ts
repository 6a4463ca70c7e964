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
	return `={{ (${JSON.stringify(table)})[${chosen}] }}`;
}
