import type { IDataObject } from 'n8n-workflow';

import { FailureError } from '../errors/failure';

/** Fails for an answer with `refinement_required`: the service has not searched, so its empty list is no result. */
export function refuseTooBroad({
	refinement_required,
	refinement_reasons,
}: IDataObject): undefined {
	if (refinement_required !== true) return undefined;
	const given: unknown[] = Array.isArray(refinement_reasons) ? refinement_reasons : [];
	const reasons = given.filter((reason) => typeof reason === 'string');
	const why = reasons.length > 0 ? ` Reasons: ${reasons.join(', ')}.` : '';
	throw new FailureError({
		message: 'The search is too broad for the service',
		description: `Narrow the search with a longer keyword, 'First Day' and 'Last Day', or 'Creators'.${why}`,
		plain: `Search for a longer or rarer word, or in fewer days.${why}`,
		reason: reasons.join(', ') || undefined,
	});
}
