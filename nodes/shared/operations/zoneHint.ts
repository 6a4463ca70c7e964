import type { Conversion } from '../values/readParameters';
import type { NodeFunctions, Run } from './run';

/** Time zone of an n8n that has no GENERIC_TIMEZONE (@n8n/config, generic.config.ts). */
const DEFAULT_ZONE = 'America/New_York';

/**
 * Hints which days a period meant, once a run, if nobody has chosen the time zone: in a run by hand of a workflow without
 * a time zone of its own, where n8n has its default. People elsewhere would get the days of New York without a word.
 */
export function zoneHint(run: Run): Conversion['onPeriod'] {
	const { functions, scope } = run;
	if (scope.single || functions.getMode() !== 'manual') return undefined;
	if (functions.getTimezone() !== DEFAULT_ZONE || hasOwnZone(functions)) return undefined;
	let isTold = false;
	return (words, zone) => {
		if (isTold || zone !== DEFAULT_ZONE) return;
		isTold = true;
		run.hint(
			`${words} in the time zone ${zone}, which is n8n's default. To have the days of another time zone, set Timezone in the settings of the workflow.`,
		);
	};
}

/** True if the workflow has a time zone of its own, and in versions of n8n that do not tell. */
function hasOwnZone(functions: Partial<NodeFunctions>): boolean {
	if (typeof functions.getWorkflowSettings !== 'function') return true;
	return functions.getWorkflowSettings().timezone !== undefined;
}
