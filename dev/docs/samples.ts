import type { IDataObject } from 'n8n-workflow';

/** Characters of a text that samples show. */
const LONGEST_TEXT = 100;

/** Most fields that two items may differ in for one sample to stand for both. */
const MOST_DIFFERENCES = 3;

/** The samples of a page: an item with the fields of an earlier one is told by a link to that one. */
export class Samples {
	private readonly told: Array<{ link: string; item: IDataObject }> = [];

	/** Describes an item; `link` leads to its own part of the page. */
	of(what: string, item: IDataObject, link: string): string[] {
		const { _event: event, ...rest } = item;
		const like = this.told.find(
			(each) => '_event' in each.item === '_event' in item && isNear(rest, each.item),
		);
		if (!like) {
			this.told.push({ link, item });
			return [`${what}:`, sampleOf(item)];
		}
		const type = event ? [code('_event.type', (event as IDataObject).type)] : [];
		return [`${what}: like ${like.link}${differences(rest, like.item, type)}.`];
	}
}

/** Names of the fields that the first item has and the second has not. */
function added(item: IDataObject, other: IDataObject): string[] {
	return Object.keys(item).filter((name) => !(name in other) && name !== '_event');
}

/** True if two items differ in few fields, and in none that holds others. */
function isNear(item: IDataObject, other: IDataObject): boolean {
	const more = added(item, other);
	const isFlat = more.every((name) => item[name] === null || typeof item[name] !== 'object');
	const isSameInside = Object.keys(item).every(
		(name) => !(name in other) || shapeOf(item[name]) === shapeOf(other[name]),
	);
	return isFlat && isSameInside && more.length + added(other, item).length <= MOST_DIFFERENCES;
}

function differences(item: IDataObject, other: IDataObject, further: string[]): string {
	const more = [...added(item, other).map((name) => code(name, item[name])), ...further];
	const missing = added(other, item).map((name) => `\`${name}\``);
	const parts = [
		more.length > 0 && `with ${more.join(', ')}`,
		missing.length > 0 && `without ${missing.join(', ')}`,
	];
	return parts
		.filter(Boolean)
		.map((part) => `, ${part}`)
		.join('');
}

function code(name: string, value: unknown): string {
	return `\`"${name}": ${JSON.stringify(shortened('', value))}\``;
}

/** The names inside a value, sorted. */
function shapeOf(value: unknown): string {
	if (Array.isArray(value)) return shapeOf(value[0]);
	if (typeof value !== 'object' || value === null) return '';
	const inner = Object.entries(value).map(([name, each]) => `${name}{${shapeOf(each)}}`);
	return inner.sort().join();
}

function shortened(_key: string, value: unknown): unknown {
	if (Array.isArray(value)) return value.slice(0, 2);
	if (typeof value !== 'string') return value;
	const points = [...value];
	return points.length > LONGEST_TEXT ? `${points.slice(0, LONGEST_TEXT).join('')}…` : value;
}

function sampleOf(item: IDataObject): string {
	return `\`\`\`json\n${JSON.stringify(item, shortened, 2)}\n\`\`\``;
}
