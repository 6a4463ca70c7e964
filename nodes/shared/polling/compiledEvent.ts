import { withBounds } from '../fields/bounds';
import type { Field } from '../fields/field';
import { inputsOf, settingsOf, type Input } from '../parameters/inputs';
import type { TriggerEvent } from './event';
import { fieldsOf } from './triggerFields';

/** An event with what its fields mean to a poll, worked out once when the trigger is declared. */
export interface CompiledEvent extends TriggerEvent {
	/** All fields in UI order */
	all: Field[];
	/** Fields that become request fields */
	inputs: Input[];
	/** Fields that are not sent, each at its own name */
	settings: Input[];
}

/** Compiles an event. */
export function compiled(event: TriggerEvent): CompiledEvent {
	const all = withBounds(event.path, fieldsOf(event));
	const own = settingsOf(all).map((setting) => ({ ...setting, path: [setting.field.name] }));
	return { ...event, all, inputs: inputsOf(all), settings: own };
}
