import type { IDataObject } from 'n8n-workflow';

import { FailureError } from '../errors/failure';

/** Refuses an answer with refinement_required, which is no empty result: the service has not searched at all. */
export function refuseTooBroad({
	refinement_required,
	refinement_reasons,
}: IDataObject): undefined {
	if (refinement_required !== true) return undefined;
	const given: unknown[] = Array.isArray(refinement_reasons) ? refinement_reasons : [];
	const reasons = given.filter((reason) => typeof reason === 'string');
	throw new FailureError({
		message: 'The search is too broad for the service',
		description: `Narrow the search: a longer keyword, a span of days, or certain creators.${
			reasons.length > 0 ? ` Reasons: ${reasons.join(', ')}.` : ''
		}`,
		reason: reasons.join(', ') || undefined,
	});
}
