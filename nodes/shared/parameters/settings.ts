import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import type { Parameters, Settings } from '../api/reading';
import type { FailureError } from '../errors/failure';
import { BLANK, Flaw, isEmpty } from './converters';
import type { Setting } from './inputs';
import { at, convert, evaluated, refusal } from './readParameters';

/** Function that gives the settings of an item from its parameters. Each is read when it is asked for; numbers can be text. */
export function settingsReader(settings: Setting[]): (parameters: Parameters) => Settings {
	const prototype = {};
	for (const { parameter, collection, field } of settings) {
		if (Object.hasOwn(prototype, field.name)) continue;
		// An option that was not added has no default
		const fallback = collection ? null : field.default;
		const get = function (this: { parameters: Parameters }) {
			const value = this.parameters.getNodeParameter(parameter, fallback) ?? '';
			if (typeof value === 'string' && BLANK.test(value)) return undefined;
			if (typeof value === 'object' || /json|multi/.test(field.type)) {
				const read = convert(field, value, '');
				return read instanceof Flaw ? undefined : read.value;
			}
			if (field.type === 'boolean') return value === true || value === 'true';
			return field.type === 'number' ? Number(value) : String(value);
		};
		Object.defineProperty(prototype, field.name, { get });
	}
	return (value) => Object.create(prototype, { parameters: { value } }) as Settings;
}

/**
 * Failure of the first invalid setting, if there is one. An expression that yields no value is invalid.
 *
 * @param parameters stored parameters of the node, with unevaluated expressions
 */
export function checkSettings(
	settings: Setting[],
	parameters: IDataObject,
	context: Parameters,
): FailureError | undefined {
	for (const { parameter, field } of settings) {
		const raw = at(parameters, parameter.split('.'));
		const byExpression = typeof raw === 'string' && raw.startsWith('=');
		const value = byExpression ? evaluated(field, () => context.getNodeParameter(parameter)) : raw;
		const choices = field.type === 'options' ? (field.options as INodePropertyOptions[]) : [];
		const needsValue = byExpression || field.required || choices.length > 0;
		const mayBeEmpty = !needsValue || choices.some((choice) => choice.value === '');
		if (raw === undefined || (isEmpty(value) && mayBeEmpty)) continue;
		const read = isEmpty(value) ? new Flaw('is empty') : convert(field, value, '');
		if (read instanceof Flaw)
			return refusal(field, read.text, byExpression && field.limits?.guard ? GUARD_HINT : '');
	}
	return undefined;
}

const GUARD_HINT =
	'The expression yields no value. Remove the field or leave it empty to let the node choose the value.';
