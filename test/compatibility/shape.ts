import type { INodeExecutionData } from 'n8n-workflow';

/** Types of all values of output items, by where they are: `participants[].display_name`, `file data`. */
export type Shape = Record<string, string>;

/** Every place of a value that any of the items has. */
export function shapeOf(items: INodeExecutionData[]): Shape {
	const shape: Shape = {};
	for (const { json, binary = {} } of items) {
		add(shape, '', json);
		for (const name of Object.keys(binary)) shape[`file ${name}`] = 'file';
	}
	return shape;
}

function add(shape: Shape, place: string, value: unknown): void {
	const type = typeOf(value);
	// An object or a list that has something in it is told by that
	if (type === 'array') (value as unknown[]).forEach((each) => add(shape, `${place}[]`, each));
	else if (type === 'object') {
		for (const [name, inner] of Object.entries(value as object)) {
			add(shape, place ? `${place}.${name}` : name, inner);
		}
	}
	if (place && (shape[place] === undefined || shape[place] === 'null')) shape[place] = type;
}

function typeOf(value: unknown): string {
	if (value === null) return 'null';
	return Array.isArray(value) ? 'array' : typeof value;
}

/** Places of a shape that expressions of users would miss, in sentences. New places are no loss. */
export function lostFrom(before: Shape, now: Shape): string[] {
	return Object.entries(before).flatMap(([place, type]) => {
		if (!(place in now))
			return [`the output has no ${place} any more: expressions with it get nothing`];
		const comparable = type !== 'null' && now[place] !== 'null';
		if (!comparable || now[place] === type) return [];
		return [
			`${place} of the output was a ${type} and is a ${now[place]}: expressions with it break`,
		];
	});
}
