import type { Target } from './case';

/** What many cases are held to. */

export function timeOfFloor(atMost: number): Target {
	return { what: 'time / floor', ratio: ({ svc, floor }) => svc.ms / floor.ms, atMost };
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

/** How much more the large size takes; sizes are ten times apart. */
export function growth(atMost?: number): Target {
	return { what: 'growth of time', ratio: (large, small) => large.svc.ms / small.svc.ms, atMost };
}
