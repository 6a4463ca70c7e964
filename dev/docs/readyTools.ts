import { NodeHelpers, type INodeParameters } from 'n8n-workflow';

import { DECLARED, type Declared } from '../engine/operations';
import { TOOLS } from '../engine/types';

/** An operation as a tool in a ready workflow. */
export interface ReadyTool {
	declared: Declared;
	/** Values that the model cannot set, beside those that n8n sets itself */
	fixed?: INodeParameters;
	/** The only filters or further fields that are left to the model */
	keeps?: string[];
}

/**
 * Tools for one person's day. Times are given as After and Before alone, and what is hardly asked for is fixed or removed:
 * the model reads the list with every step.
 */
export const DAY: ReadyTool[] = [
	ready('People', 'person.find'),
	ready('Chat', 'conversation.find'),
	ready('Chat', 'conversation.getAllByLastMessage', { period: 'custom' }, []),
	ready('Chat', 'message.getAll', { period: 'custom' }, []),
	ready('Chat', 'message.send'),
	ready('Calls', 'call.getAll', { period: 'custom' }, ['participants']),
	ready('Calls', 'transcript.get', { maxCharacters: 8000 }),
	ready('Recordings', 'recording.getAll', { period: 'custom' }, ['speakers']),
	ready('Recordings', 'transcript.get', { maxCharacters: 8000 }, []),
	ready('Records', 'record.search', { period: 'custom' }, []),
	// The topic alone says where the record goes
	ready('Records', 'record.create', { container: "={{ '' }}" }, ['title']),
	ready('Arrangements', 'arrangement.getAll', { due: 'custom' }, []),
	ready('Arrangements', 'arrangement.create', {}, ['description']),
	ready('Arrangements', 'arrangement.update'),
	ready('Arrangements', 'arrangement.setStatus'),
];

function ready(area: string, path: string, fixed?: INodeParameters, keeps?: string[]): ReadyTool {
	const [resource, operation] = path.split('.');
	const declared = DECLARED.find(
		(each) =>
			each.area === area && each.resource.value === resource && each.operation.value === operation,
	);
	if (!declared) throw new Error(`There is no operation ${area}: ${path}`);
	return { declared, fixed, keeps };
}

const COLLECTIONS = ['additionalFields', 'filters', 'updateFields'];

/**
 * The parameters of the node of a tool among others. What is not among them is at its default value, which leaves it to the
 * model. Its description promises no undoing that none of the tools can do.
 */
export function settingsOf(
	{ declared, fixed, keeps }: ReadyTool,
	others: ReadyTool[],
): INodeParameters {
	const { area, resource, operation } = declared;
	const { description } = TOOLS.find((tool) => tool.description.name === `svc${area}Tool`)!;
	const settings: INodeParameters = {
		resource: resource.value,
		operation: operation.value,
		...fixed,
	};
	const { undo, undoneBy } = operation.tool!;
	const undoes = (each: Declared) =>
		each.area === area && `${each.resource.value}.${each.operation.value}` === undoneBy;
	if (undoneBy && !DECLARED.some(undoes)) throw new Error(`There is no operation ${undoneBy}`);
	const isVain = undoneBy && !others.some((each) => undoes(each.declared));
	if (!keeps && !isVain) return settings;
	const all = NodeHelpers.getNodeParameters(
		description.properties,
		settings,
		true,
		false,
		null,
		description,
	)!;
	if (isVain) settings.toolDescription = String(all.toolDescription).replace(` ${undo}`, '');
	if (!keeps) return settings;
	const [collection] = COLLECTIONS.filter((name) => name in all);
	const fields = Object.entries(all[collection] as INodeParameters);
	const unknown = keeps.filter((name) => fields.every(([field]) => field !== name));
	if (unknown.length > 0) throw new Error(`${operation.action} has no ${unknown.join(', ')}`);
	const kept = fields.filter(([field]) => keeps.includes(field));
	return { ...settings, [collection]: Object.fromEntries(kept) };
}

const SMALL = ['by', 'in', 'of', 'to'];

/**
 * The name of the node of a tool, from which n8n makes that of the tool. Clients put the name of the server before it, and
 * some take no more than 60 characters in all, so it leaves out what n8n adds to the action of an operation.
 */
export function nodeNameOf({ operation }: Declared): string {
	return (
		operation.action
			.replace(/^Get many /, 'List ')
			// An explanation, such as "(note)"
			.replace(/ \(.*\)$/, '')
			.split(' ')
			.map((word, i, { length }) =>
				SMALL.includes(word) && i < length - 1 ? word : word[0].toUpperCase() + word.slice(1),
			)
			.join(' ')
	);
}
