import type { INodeProperties } from 'n8n-workflow';

import type { Field } from '../../nodes/shared/fields/field';
import { fieldsOf } from '../../nodes/shared/polling/triggerFields';
import { DECLARED, eventsOf } from '../engine/operations';
import { NODES } from '../engine/types';
import type { Figures } from './budgets';

/** Number of fields that people see; an opened collection counts as the fields in it. Notices and fields of tools do not. */
function entries(fields: Array<Field | INodeProperties>, opened: boolean): number {
	return fields.reduce((count, { type, options, displayOptions }) => {
		if (type === 'notice' || displayOptions?.show?.['@tool']) return count;
		if (type !== 'collection' || !opened) return count + 1;
		return count + entries(options as Field[], opened);
	}, 0);
}

/** The fields of each operation and of each event. */
const FORMS: Field[][] = [
	...DECLARED.map(({ operation }) => operation.fields),
	...[...new Set(DECLARED.map(({ area }) => area))].flatMap(eventsOf).map(fieldsOf),
];

/** Figures of the forms that users fill in. */
export function formFigures(): Figures {
	const closed = FORMS.map((fields) => entries(fields, false)).sort((a, b) => a - b);
	const opened = FORMS.map((fields) => entries(fields, true)).sort((a, b) => a - b);
	const middle = Math.floor(FORMS.length / 2);
	// A form shows one of the texts of Tool Description, and of the fields of a choice: those for its value
	const isOther = ({ displayOptions }: INodeProperties) =>
		JSON.stringify(displayOptions?.hide ?? {}).includes('_cnd');
	const ofTools = NODES.flatMap(({ description }) => description.properties).filter(
		(property) => property.displayOptions?.show?.['@tool'] && !isOther(property),
	);
	return {
		// A field that several operations of a node share is one entry
		'form entries': NODES.reduce(
			(sum, { description }) => sum + entries(description.properties, true),
			0,
		),
		// The fields that only tools have, and those that have another form in tools
		'form entries of tools': ofTools.length,
		'form entries, median of a form': opened[middle],
		'form entries, most of a form': opened[FORMS.length - 1],
		'form entries before a collection is opened, median of a form': closed[middle],
		'form entries before a collection is opened, most of a form': closed[FORMS.length - 1],
	};
}
