import { fieldsIn, type Field } from '../../nodes/shared/form/field';
import { compiled } from '../../nodes/shared/polling/triggerFields';
import type { TriggerEvent } from '../../nodes/shared/polling/event';
import { ALL, eventsOf, type Declared } from '../engine/operations';

/** An operation or event: whatever has fields, and a part of a page. */
export type Shown = Declared | TriggerEvent;

/** The folders of the areas. */
const FOLDERS = [...new Set(ALL.map(({ area }) => area))];

/** All operations and events of an area. */
export function shownIn(folder: string): Shown[] {
	return [...ALL.filter(({ area }) => area === folder), ...eventsOf(folder)];
}

/** All operations and events, by area. */
export const SHOWN = new Map(FOLDERS.map((folder) => [folder, shownIn(folder)]));

export function isEvent(shown: Shown): shown is TriggerEvent {
	return 'fact' in shown;
}

/** The fields of an operation or event, as users see them. */
export function fieldsOf(shown: Shown): Field[] {
	return isEvent(shown) ? compiled(shown).all : shown.operation.fields;
}

/** All fields of all operations and events, those inside collections too. */
export const FIELDS: Field[] = [...SHOWN.values()].flat().flatMap(fieldsOf).flatMap(withInner);

/** The field, or the fields inside it if it is a collection. */
export function withInner(field: Field): Field[] {
	return field.type === 'collection' ? fieldsIn(field).flatMap(withInner) : [field];
}
