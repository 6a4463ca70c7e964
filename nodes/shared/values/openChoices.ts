import type { INodePropertyOptions } from 'n8n-workflow';

import { FailureError } from '../errors/failure';
import { type Field, choicesOf } from '../form/field';
import { CUSTOM } from '../form/times';
import { convertValue, Flaw, isEmpty, optionOf, refusal } from './converters';
import { emptySelection, type Purpose } from './emptyValues';
import type { Input, RawValues } from './inputs';
import { isChoice } from './choices';

/** A choice given by an expression, on which other fields depend. n8n shows all of them, whatever the choice is. */
export interface OpenChoice {
	field: Field;
	value: unknown;
	/** What the operation is for, which says what a choice without a value means */
	purpose: Purpose;
	/** A choice without a value is the default one */
	hasDefault: boolean;
}

/** The choices of an operation on which other fields depend. */
export function choicesIn(fields: Field[]): Field[] {
	const used = new Set(fields.flatMap((field) => Object.keys(field.displayOptions?.show ?? {})));
	return fields.filter(({ name, type }) => type === 'options' && used.has(name));
}

/**
 * The inputs that belong to the value of a choice. A choice without a value is the one that its given fields belong to.
 * A failure if a given field belongs to another value: it would be ignored.
 */
export function inputsFor(
	choice: OpenChoice,
	inputs: Input[],
	raw: RawValues,
): Input[] | FailureError {
	const { field, purpose, hasDefault } = choice;
	const valuesOf = (input: Input) => input.field.displayOptions?.show?.[field.name] as unknown[];
	const dependent = inputs.filter((input) => valuesOf(input) !== undefined);
	const given = dependent.filter((input) => isChosen(input, raw.get(input)));
	const chosen = convertValue(optionOf(field), choice.value, '');
	// Another value is refused when the choice is read
	if (chosen instanceof Flaw) return inputs;
	let { value = '' } = chosen;
	// A start or an end beside the default period, which nobody may have chosen, means Custom
	const isPreset = value === field.default && choicesOf(field).some(isCustom);
	if (isPreset && given.length > 0) value = '';
	if (value === '' && given.length > 0) {
		const implied = valuesOf(given[0]).find((each) =>
			given.every((one) => valuesOf(one).includes(each)),
		);
		if (implied === undefined) return together(given);
		value = implied;
	} else if (value === '' && hasDefault) value = field.default;
	else if (value === '') {
		if (purpose === 'select') return emptySelection(field);
		if (!field.routing?.send) return refusal(field, 'is empty');
		return inputs.filter((input) => !dependent.includes(input));
	}
	const input = inputs.find((each) => each.field === field);
	if (input && value !== '') raw.set(input, value);
	const stray = given.find((input) => !valuesOf(input).includes(value));
	if (stray) return notHere(stray, field, value);
	return inputs.filter((input) => valuesOf(input)?.includes(value) ?? true);
}

function isCustom({ value }: INodePropertyOptions): boolean {
	return value === CUSTOM;
}

/** True for a field with a value of the user's. */
function isChosen({ field, parameter }: Input, value: unknown): boolean {
	const plain = isChoice(value) ? value.value : value;
	const isAdded = parameter.includes('.');
	return !isEmpty(plain) && (isAdded || plain !== field.default);
}

function together(given: Input[]): FailureError {
	const names = given.map(({ field }) => `'${field.displayName}'`);
	return new FailureError({
		message: `${[...new Set(names)].join(' and ')} cannot be given together`,
		description: 'Give one of them.',
		unsent: 'item',
	});
}

function notHere({ field }: Input, choice: Field, value: unknown): FailureError {
	const nameOf = (wanted: unknown) => {
		const options = choicesOf(choice);
		return `'${options.find((option) => option.value === wanted)?.name ?? String(wanted)}'`;
	};
	const names = field.displayOptions!.show![choice.name]!.map(nameOf).join(' or ');
	return new FailureError({
		message: `'${field.displayName}' is given, but '${choice.displayName}' is ${nameOf(value)}`,
		description: `'${field.displayName}' counts only with ${names}. Leave one of the two fields empty.`,
		plain: `Give ${names} for '${choice.displayName}', or leave '${field.displayName}' out.`,
		unsent: 'item',
	});
}
