import type { IDataObject } from 'n8n-workflow';

import { formatValue } from '../errors/format';
import type { Field } from '../fields/field';
import type { InputItem } from '../operations/endpoint';
import type { CutList, Run } from '../operations/run';
import { isoTimeIn } from '../outputs/isoTime';
import { inputsOf } from '../parameters/inputs';
import { at } from '../parameters/runParameters';
import { KEPT } from './fields';
import { keyOf, toMinute } from './words';

/** Runs whose list ended before its last row. */
const CUT = new WeakSet<object>();

/** Says that there are more rows, and the next step. A model can set only the fields that its tool leaves to it. */
export function cut({ run, limit, part = 1, narrowing }: CutList): string {
	CUT.add(run);
	const isOpen = openIn(run);
	const ways = [
		limit !== undefined && isOpen('part') && `give part ${part + 1} for the next`,
		isOpen('limit') && 'raise the limit',
		narrowing.some(isOpen) && 'narrow the filters or the time',
	].filter(Boolean);
	const way = ways.join(', or ') || 'this tool cannot show them';
	return limit === undefined
		? `The list is not complete, as reading it took longer than a tool call may take: ${way}.`
		: `There may be more results than these ${limit}: ${way}.`;
}

/** The last row of a list that was not cut, with so many rows: that no more follow, or what was looked for in vain. */
export function endOf(rows: number, fields: Field[], { run, body }: InputItem): IDataObject[] {
	// There is a hint on a part behind the last one too
	if (CUT.has(run) || (rows === 0 && run.hintRows.length > 0)) return [];
	if (rows > 0) return [{ more: 0 }];
	const isOpen = openIn(run);
	const iso = isoTimeIn(run.functions.getTimezone());
	const asked: string[] = [];
	const open: string[] = [];
	for (const { path, parameter, collection, field } of inputsOf(fields)) {
		const value = at(body, path);
		if (value === undefined || collection === 'options' || KEPT.includes(field.name)) continue;
		const isTime = typeof value === 'number' && field.type === 'dateTime';
		const time = isTime && toMinute(String(iso(field.limits?.exclusive ? value + 1 : value)));
		asked.push(`${keyOf(field.name)} ${time || formatValue(value)}`);
		if (isOpen(parameter)) open.push(keyOf(field.name));
	}
	const what = asked.length > 0 ? ` with ${asked.join(', ')}` : '';
	const way = open.length > 0 ? ` To search wider, change ${open.join(' or ')}.` : '';
	return [{ hint: `Nothing was found${what}.${way}` }];
}

/** Function that tells whether the model fills in a parameter of the node, or one inside of it. */
function openIn({ functions }: Run): (parameter: string) => boolean {
	const { parameters } = functions.getNode();
	return (parameter) =>
		/\$fromAI\s*\(/i.test(JSON.stringify(at(parameters, parameter.split('.'))) ?? '');
}
