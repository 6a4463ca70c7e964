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
		const { part, start, end } = this.place(index);
		return this.parts[part]?.slice(start, end).trim() || undefined;
	}

	/** Replaces the text at an index. */
	set(index: number, text: string): void {
		const { part, start, end } = this.place(index);
		if (text === '' && !this.get(index)) return;
		while (this.parts.length <= part) this.parts.push('');
		const before = this.parts[part].padEnd(end);
		this.parts[part] = before.slice(0, start) + text.padEnd(this.width) + before.slice(end);
	}

	/** The texts with their indexes. */
	*entries(): Generator<[number, string]> {
		for (let i = 0; i < this.parts.length * PART; i++) {
			const text = this.get(i);
			if (text !== undefined) yield [i, text];
		}
	}

	private place(index: number): { part: number; start: number; end: number } {
		const start = (index % PART) * this.width;
		return { part: Math.floor(index / PART), start, end: start + this.width };
	}
}

const PART = 100;
