import type { IDataObject } from 'n8n-workflow';

import { isOn, type Reading } from '../api/reading';
import { type Field } from './field';

/** Simplify, for objects with more than ten fields. */
export const simplify: Field = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** The output item of an object: with Simplify only the fields in `keys`, in that order. */
export function simplified(keys: string[]): (entity: IDataObject, reading: Reading) => IDataObject {
	return (entity, { context }) => {
		if (!isOn(context, 'simplify', true)) return entity;
		return Object.fromEntries(keys.filter((key) => key in entity).map((key) => [key, entity[key]]));
	};
}
