import { DECLARED } from '../nodes/shared/limits';

/** Any limits of the package by name: those of `limits.ts`, and those that files declare for themselves. */
export type Limits = Readonly<Record<string, number>>;

/** All limits, as they are at the moment. A name that no imported file declares throws. */
export const LIMITS = new Proxy<Record<string, number>>(
	{},
	{
		get: (_target, name) => declaring(String(name))[String(name)],
		defineProperty: (_target, name, descriptor) =>
			Reflect.defineProperty(declaring(String(name)), name, descriptor),
	},
);

/** Sets limits to other values until the returned function is called. */
export function overrideLimits(others: Limits): () => void {
	const before = DECLARED.map((limits) => ({ ...limits }));
	for (const [name, value] of Object.entries(others)) declaring(name)[name] = value;
	return () => DECLARED.forEach((limits, i) => Object.assign(limits, before[i]));
}

/** The declaration of a limit, which has a name of its own. */
function declaring(name: string): Record<string, number> {
	const found = DECLARED.filter((limits) => name in limits);
	if (found.length !== 1)
		throw new Error(`${found.length} of the files that are imported declare the limit ${name}`);
	return found[0];
}
