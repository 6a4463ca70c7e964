const PART = 100;

/**
 * A column of texts of equal width, by index, as n8n stores it: in parts of a hundred, so that a text can be replaced
 * before each request. A text of spaces is none.
 */
export class Column {
	constructor(
		private readonly parts: string[],
		private readonly width: number,
	) {}

	/** The text at an index; undefined if there is none. */
	get(index: number): string | undefined {
		const start = (index % PART) * this.width;
		const part = this.parts[Math.floor(index / PART)] ?? '';
		return part.slice(start, start + this.width).trim() || undefined;
	}

	/** Replaces the text at an index. */
	set(index: number, text: string): void {
		const start = (index % PART) * this.width;
		const part = Math.floor(index / PART);
		while (this.parts.length <= part) this.parts.push('');
		const before = this.parts[part];
		if (text === '' ? before.length <= start : before.startsWith(text, start)) return;
		const end = start + this.width;
		this.parts[part] =
			before.padEnd(start).slice(0, start) + text.padEnd(this.width) + before.slice(end);
	}

	/** The texts with their indexes. */
	*entries(): Generator<[number, string]> {
		for (const [i, part] of this.parts.entries()) {
			for (let at = 0; at * this.width < part.length; at++) {
				const index = i * PART + at;
				const text = this.get(index);
				if (text !== undefined) yield [index, text];
			}
		}
	}
}
