/** Colours of a drawing, in its order; the badge of an icon is drawn first. */
export function coloursIn(svg: string): string[] {
	return [...svg.matchAll(/(?:fill|stroke)="(#[0-9a-f]+)"/g)].map(([, colour]) => colour);
}

/** Relative luminance as WCAG 2 defines it. */
function luminance(colour: string): number {
	const digits = colour.length === 4 ? colour.replace(/[0-9a-f]/g, '$&$&') : colour;
	const [red, green, blue] = [1, 3, 5].map((at) => {
		const share = parseInt(digits.slice(at, at + 2), 16) / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio as WCAG 2 defines it. */
export function contrast(one: string, other: string): number {
	const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
}
