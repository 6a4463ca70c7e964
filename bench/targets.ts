import type { Target } from './case';

/** Targets that many cases share. */

export function timeOfFloor(atMost: number): Target {
	return { what: 'time / floor', ratio: ({ svc, floor }) => svc.ms / floor.ms, atMost };
}

export function requestsOfFloor(atMost: number): Target {
	return {
		what: 'requests / floor',
		ratio: ({ svc, floor }) => svc.requests / floor.requests,
		atMost,
	};
}

export function memoryOfFloor(atMost: number): Target {
	return { what: 'peak memory / floor', ratio: ({ svc, floor }) => svc.peak / floor.peak, atMost };
}

export function fasterThanHttpRequest(atLeast = 1): Target {
	return {
		what: 'HTTP Request / Svc, time',
		ratio: ({ svc, httpRequest }) => httpRequest.ms / svc.ms,
		atLeast,
	};
}

/** Target for the growth from the small to the large size, which is ten times as large. */
export function growth(atMost?: number): Target {
	return { what: 'growth of time', ratio: (large, small) => large.svc.ms / small.svc.ms, atMost };
}

/** Peak memory of the large size, as a multiple of that of the small size. */
export function growthOfMemory(atMost: number): Target {
	return {
		what: 'growth of peak memory',
		ratio: (large, small) => large.svc.peak / small.svc.peak,
		atMost,
	};
}
