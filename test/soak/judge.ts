import type { Sample } from './memory';

/** Growth of the heap that a soak of any length may show: code and caches that are still being filled. */
const MAX_GROWTH = 4_000_000;

/** Entries of a module's variable above which it must not grow. Caches of a process have limits below (worker.ts). */
const MAX_ENTRIES = 400;

/** A third of the samples is warm-up. */
export const warm = (samples: Sample[]) => samples.slice(Math.floor(samples.length / 3));

/**
 * Bytes by which the heap grew from the first sample to the last: the median of all slopes (Theil-Sen), which single
 * high samples do not change.
 */
export function growthOf(samples: Sample[]): number {
	const slopes = samples.flatMap(({ heap }, i) =>
		samples.slice(i + 1).map((later, j) => (later.heap - heap) / (j + 1)),
	);
	slopes.sort((a, b) => a - b);
	return (slopes[Math.floor(slopes.length / 2)] ?? 0) * (samples.length - 1);
}

/** Flaws of the memory of a process. */
export function judgeMemory(samples: Sample[]): string[] {
	const measured = warm(samples);
	const growth = growthOf(measured);
	const [{ modules: early }] = measured;
	const { modules: late } = measured[measured.length - 1];
	const grown = Object.entries(late).filter(
		([name, entries]) => entries > MAX_ENTRIES && entries > (early[name] ?? 0),
	);
	return [
		...(growth > MAX_GROWTH ? [`heap grew by ${megabytes(growth)} MB`] : []),
		...grown.map(([name, entries]) => `module state: ${entries} entries in ${name}`),
	];
}

export const megabytes = (bytes: number) => Math.round(bytes / 100_000) / 10;
