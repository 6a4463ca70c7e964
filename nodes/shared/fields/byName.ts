/** The choices of a list in the alphabetical order of their names, as n8n's guidelines ask for. */
export function byName<Choice extends { name: string }>(choices: Choice[]): Choice[] {
	return [...choices].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
