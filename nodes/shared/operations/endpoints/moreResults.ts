import type { InputItem } from '../endpoint';
import { writesFile } from '../rowSink';
import { isTool } from '../run';

/**
 * Tells that a list was cut at its Limit although the service has more: a hint beside the output, or the last row for a
 * model. There may be more, since an empty page can follow.
 */
export function tellMore(item: InputItem, limit: number): void {
	const node = item.run.functions.getNode();
	if (isTool(node))
		item.run.hint(`There may be more results than these ${limit}. ${waysOut(item)}`);
	else if (!n8nTells(item, limit)) {
		item.run.hint(
			`There may be more results than the Limit of ${limit}. Raise Limit, or turn on Return All.`,
		);
	}
}

/** True where n8n's editor says itself that as many items came as Limit allows. */
function n8nTells(item: InputItem, limit: number): boolean {
	const { scope, functions } = item.run;
	return !writesFile(item) && scope.size === 1 && functions.getNode().parameters.limit === limit;
}

/** The next step for a model: it can set only the fields that its tool leaves to it. */
function waysOut({ run, form }: InputItem): string {
	const { parameters } = run.functions.getNode();
	const narrows = form().narrowing.some((name) => isLeftToModel(parameters[name]));
	const ways = [
		...(isLeftToModel(parameters.limit) ? ['raise the limit'] : []),
		...(narrows ? ['narrow the filters or the time'] : []),
	].join(', or ');
	return ways === '' ? 'This tool cannot show them.' : `${ways[0].toUpperCase()}${ways.slice(1)}.`;
}

/** True for a parameter, or a collection with one, that the model fills in. */
function isLeftToModel(parameter: unknown): boolean {
	return /\$fromAI\s*\(/i.test(JSON.stringify(parameter) ?? '');
}
