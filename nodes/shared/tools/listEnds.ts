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

/** Last rows of a list that ended early, by run: the hint on a list that ended at its limit, none for one that took too long. */
const CUT = new WeakMap<object, IDataObject[]>();

/** Says that there are more rows, and the next step. A model can set only the fields that its tool leaves to it. */
export function cut({ run, limit, part = 1, narrowing }: CutList): string | undefined {
	const isOpen = openIn(run);
	const ways = [
		limit !== undefined && isOpen('part') && `give part ${part + 1} for the next`,
		isOpen('limit') && 'raise the limit',
		narrowing.some(isOpen) && 'narrow the filters or the time',
	].filter(Boolean);
	const way = ways.join(', or ') || 'this tool cannot show them';
	const isLate = limit === undefined;
	CUT.set(run, isLate ? [] : [{ hint: `There may be more results than these ${limit}: ${way}.` }]);
	if (!isLate) return undefined;
	return `The list is not complete, as reading it took longer than a tool call may take: ${way}.`;
}

/** Advice on the rows behind the first `kept` ones of a part: Limit and Part of the next call, if the model can set both. */
export function restOf(kept: number, { run, settings }: InputItem): string {
	const { limit = run.caller.limit, part = 1, returnAll } = settings;
	if (returnAll || !['limit', 'part'].every(openIn(run))) return '';
	const before = limit * (part - 1) + kept;
	let most = kept;
	while (before % most !== 0) most--;
	return `For the next, give limit ${most}, part ${before / most + 1}. `;
}

/** The last row of a list with so many rows: that more follow or none, or what was looked for in vain. */
export function endOf(rows: number, fields: Field[], { run, body }: InputItem): IDataObject[] {
	if (CUT.has(run)) return run.scope.size === 1 ? CUT.get(run)! : [];
	// There is a hint on a part behind the last one too
	if (rows === 0 && run.hintRows.length > 0) return [];
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
