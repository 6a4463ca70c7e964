import type { IDataObject } from 'n8n-workflow';

import type { Settings } from '../api/reading';
import type { Field } from '../fields/field';
import { LIMITS } from '../limits';
import { codePoints, Flaw } from './converters';
import { shorten, split } from './longTexts';

/** A value that fits its field, and what its row says of it. */
export interface Fitted {
	value: unknown;
	/** Fields of the output, such as `title_shortened` */
	told?: IDataObject;
	/** Request fields that get the whole text unless the user sets them */
	rest?: IDataObject;
}

/**
 * A text that is as long as its field takes, as If Too Long wants it: refused, shortened, or as it is for a write that
 * sends it in parts.
 */
export function fitted({ limits }: Field, value: unknown, settings: Settings): Fitted | Flaw {
	const { ifTooLong, maxLength = Infinity } = limits ?? {};
	if (!ifTooLong || typeof value !== 'string' || value.length <= maxLength) return { value };
	const length = codePoints(value);
	if (length <= maxLength) return { value };
	const chosen = settings.ifTooLong ?? ifTooLong.otherwise;
	if (chosen === 'fail') return new Flaw(`takes at most ${maxLength} characters, not ${length}`);
	const { maxParts } = LIMITS;
	if (chosen === 'split' && ifTooLong.otherwise === 'split')
		return length <= maxParts * maxLength && split(value, maxLength).length <= maxParts
			? { value }
			: new Flaw(`takes at most ${maxParts} parts of up to ${maxLength} characters`);
	const { told, rest } = ifTooLong;
	return {
		value: shorten(value, maxLength),
		told: { [told]: true },
		...(rest && { rest: { [rest.property]: shorten(value, rest.maxLength!) } }),
	};
}
