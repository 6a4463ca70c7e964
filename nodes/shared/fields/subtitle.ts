/**
 * Expression for the text below a node's name on the canvas: the title that belongs to what was
 * chosen. n8n would show the values of the parameters, such as `getAllByLastMessage`.
 * @param parameters names of the parameters that were chosen from
 * @param titles for each choice, the values of these parameters and the title
 */
export function subtitle(
	parameters: string[],
	titles: Array<[values: string[], title: string]>,
): string {
	const table = Object.fromEntries(titles.map(([values, title]) => [values.join(' '), title]));
	const chosen = parameters.map((name) => `$parameter["${name}"]`).join(' + " " + ');
	return `={{ (${JSON.stringify(table)})[${chosen}] }}`;
}
