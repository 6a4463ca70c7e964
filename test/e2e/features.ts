import { VERSION } from '../../dev/n8n/versions';

/** Features of n8n that some tests need and n8n 2.0.0 does not have. The tests of the nodes themselves need none. */
export const MISSING_IN_OLDEST = {
	ownWordsInCredentialTest: 'words of a credential for the outcome of its test: n8n shows its own',
	addFilterButton: 'button in the editor that the tests know to add a filter with',
	escapeKey: 'key that leaves the settings of a node whose step was just executed (Escape)',
	addressProtection: 'protection of private addresses (N8N_SSRF_PROTECTION_ENABLED)',
	agent31: 'AI Agent 3.1, which goes on after a tool has failed: version 3 is tested instead',
	humanReview: 'human review of the tools of an agent, before they run',
	firstAnswer: 'thanks for the first of several answers at the same time alone',
	newestNodes:
		"versions of n8n's own nodes that the examples use (jest.config.js leaves their tests out)",
	discardedPolls: 'line in its log about a poll whose result it throws away',
	durableCursors: 'durable cursors, which store the position of a poll together with its execution',
};

const isOldest = VERSION.name === 'oldest';

/** True unless this n8n is without a feature. */
export function has(_feature: keyof typeof MISSING_IN_OLDEST): boolean {
	return !isOldest;
}

/** `describe` and `test` for what needs a feature; they skip it on an n8n without that. */
export function needing(feature: keyof typeof MISSING_IN_OLDEST) {
	return has(feature) ? { describe, test } : { describe: describe.skip, test: test.skip };
}

/** Features that are not tested on this n8n, in sentences; empty where all are. */
export function untested(): string[] {
	if (!isOldest) return [];
	return Object.values(MISSING_IN_OLDEST).map((what) => `Not tested, n8n 2.0.0 has no ${what}`);
}
