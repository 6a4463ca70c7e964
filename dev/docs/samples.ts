import type { IDataObject } from 'n8n-workflow';

/** Characters of a text that samples show. */
const LONGEST_TEXT = 100;

/** An item as code, with the starts of its texts and lists. */
export function sampleOf(item: IDataObject): string {
	return `\`\`\`json\n${JSON.stringify(item, shortened, 2)}\n\`\`\``;
}

function shortened(_key: string, value: unknown): unknown {
	if (Array.isArray(value)) return value.slice(0, 2);
	if (typeof value !== 'string') return value;
	const points = [...value];
	return points.length > LONGEST_TEXT ? `${points.slice(0, LONGEST_TEXT).join('')}…` : value;
}
