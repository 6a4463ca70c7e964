/** Figures, or their bounds, by name. */
export type Figures = Record<string, number>;

/** One line for each figure with its bound. */
export function lines(figures: Figures, bounds: Figures): string[] {
	return Object.entries(figures).map(([name, figure]) =>
		name in bounds ? `${name}: ${figure}, at most ${bounds[name]}` : `${name}: ${figure}, no bound`,
	);
}

/** One line for each figure above its bound or without one, and for each bound of nothing. */
export function faults(figures: Figures, bounds: Figures): string[] {
	const broken = Object.entries(figures).filter(([name, figure]) => !(figure <= bounds[name]));
	const unused = Object.keys(bounds).filter((name) => !(name in figures));
	return [
		...lines(Object.fromEntries(broken), bounds),
		...unused.map((name) => `${name}: not measured`),
	];
}

/** The bounds, lowered to the figures below them. */
export function lowered(figures: Figures, bounds: Figures): Figures {
	return Object.fromEntries(
		Object.entries(bounds).map(([name, bound]) => [name, Math.min(bound, figures[name] ?? bound)]),
	);
}
