import type { IDataObject } from 'n8n-workflow';

import type { Path } from '../../contract';
import { anyRead, anyWrite } from '../../form/writes';
import type { Operation } from '../operation';
import { CursorGuard } from '../../api/paginate';
import { FailureError, isOutcomeUnknown, tellOutcomeUnknown } from '../../errors/failure';
import { truncate } from '../../errors/format';
import { rejection } from '../../errors/rejections';
import type { Answer } from '../../transport/send';
import type { Row } from '../../rows/row';
import { each, type Endpoint, type InputItem, requestTo, validated } from '../endpoint';
import { digestOf, isObject } from '../../objects';
import { Memory } from '../writes/memory';

/**
 * Endpoint for operations whose fields the contract does not list: the JSON of the user is the body. The elements of
 * `items` in the answer become rows, rejected ones failures; an answer without `items` is one row. Return All follows
 * `has_more`.
 *
 * The contract does not say whether these writes can be repeated, so neither the node nor n8n's retries send a write
 * again if it may have been carried out.
 */
function passThrough({ writes }: { writes: boolean }): Endpoint {
	if (!writes) return each(read);
	const preview: Endpoint['preview'] = async (items, url) =>
		items.map((item) => validated([requestTo(url, bodyOf(item))]));
	return Object.assign(each(write), { preview });
}

async function read(item: InputItem, url: Path): Promise<Row[]> {
	const body = bodyOf(item);
	const rows: Row[] = [];
	const guard = new CursorGuard();
	const all = item.settings.returnAll;
	for (let cursor: string | undefined; ;) {
		const page = cursor === undefined ? body : { ...body, page_cursor: cursor };
		const answer = await item.send(url, page);
		const more = rowsOf(answer, item);
		for (const row of more) rows.push(row);
		if (!all && answer.data.has_more === true) item.run.hint(MORE);
		if (!all || answer.data.has_more === undefined) return rows;
		cursor = guard.next(answer.data, more);
		if (cursor === undefined) return rows;
	}
}

const MORE = 'There may be more results. Turn on Return All, or ask for the next page in the body.';

/** Sends one request per item. Retries of the run do not send it again. */
async function write(item: InputItem, url: Path): Promise<Row[]> {
	const { run, index } = item;
	const memory = await Memory.of(run);
	const body = bodyOf(item);
	const digest = digestOf(body);
	const key = { path: url, index, step: 0, target: run.scope.single ? digest : undefined };
	const earlier = memory.get(key);
	// In another execution, other content is another change, not a retry
	const known = earlier?.isForeign && earlier.digest !== digest ? undefined : earlier;
	if (known && known.state !== 'written') throw notAgain();
	let answer = known?.row as unknown as Answer | undefined;
	if (!answer) {
		memory.set(key, { state: 'sent', digest });
		answer = await item.send(url, body, true).catch((error: Error) => {
			if (!isOutcomeUnknown(error)) memory.delete(key);
			throw tellOutcomeUnknown(
				error,
				'the change may have been made',
				'Check the result before you send it again: the effect of repeating it is not documented, so retries do not send it.',
			);
		});
		const row = answer as unknown as IDataObject;
		memory.set(key, { state: 'written', digest, row });
	}
	const rows = rowsOf(answer, item);
	if (rows.some((row) => row instanceof FailureError)) run.fail();
	return rows;
}

function bodyOf({ settings }: InputItem<{ body?: IDataObject }>): IDataObject {
	return settings.body ?? {};
}

function notAgain(): FailureError {
	return new FailureError({
		message: 'An earlier try got no clear answer, but may have succeeded',
		description: 'Nothing was sent again. Check whether the change was made before you repeat it.',
		outcomeUnknown: true,
	});
}

function rowsOf({ data, requestId }: Answer, { settings }: InputItem): Row[] {
	const asOutput = settings.ifRejected === 'output';
	// The contract does not define the answers: anything other than a list of objects is one row
	const { items } = data;
	const elements = Array.isArray(items) && items.every(isObject) ? items : [data];
	return elements.map((element) =>
		element.status === 'rejected' && !asOutput ? rejected(element, requestId) : element,
	);
}

function rejected({ item_id, reason }: IDataObject, requestId?: string): FailureError {
	const failure = rejection('change', typeof reason === 'string' ? reason : undefined);
	const named = item_id === undefined ? '' : ` (item_id ${truncate(String(item_id), 64)})`;
	return new FailureError({ ...failure, message: `${failure.message}${named}`, requestId });
}

/** An operation whose fields the contract does not list: the JSON of the user is sent unchanged. */
interface RawOperation extends Pick<Operation, 'name' | 'value' | 'action' | 'description'> {
	url: Path;
	/** Notice of a write about its effect on other people, or that it cannot be undone */
	warning?: string;
}

/** A read whose fields the contract does not list. */
export function rawRead({ url, ...texts }: RawOperation): Operation {
	return {
		...inJson(texts),
		routing: { request: { method: 'POST', url } },
		endpoint: passThrough({ writes: false }),
		fields: anyRead,
	};
}

/** A write whose fields the contract does not list. */
export function rawWrite({ url, warning, ...texts }: RawOperation): Operation {
	return {
		...inJson(texts),
		routing: { request: { method: 'POST', url } },
		endpoint: passThrough({ writes: true }),
		fields: anyWrite(warning),
	};
}

/** The texts of an operation, whose name and action say before it is chosen that it takes JSON. */
function inJson<Texts extends { name: string; action: string }>(texts: Texts): Texts {
	return { ...texts, name: `${texts.name} (JSON)`, action: `${texts.action} (JSON)` };
}
