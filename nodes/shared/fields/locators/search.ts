import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { failureOf, nodeError } from '../../request/failure';
import { send } from '../../request/send';

/** How a locator's list is filled from an operation of the contract. */
export interface ListSource {
	/** Contract path */
	path: string;
	/** Where n8n wants to go on: the cursor of the next page */
	cursor?: string;
	/** The request; `page` holds page_cursor from the second page on */
	body: (page: IDataObject) => IDataObject;
	/** The object with has_more and next_page_cursor, and the rows beside it */
	read: (data: IDataObject) => { page: IDataObject; rows: IDataObject[] };
	/** A row as an entry of the list */
	entry: (row: IDataObject) => INodeListSearchItems;
}

/** One page of a locator's list, going on over empty pages so that the list never looks empty too early. */
export async function searchList(
	context: ILoadOptionsFunctions,
	{ path, cursor, body, read, entry }: ListSource,
): Promise<INodeListSearchResult> {
	try {
		const { baseUrl: baseURL } = await context.getCredentials<{ baseUrl: string }>('svcApi');
		for (let next = cursor; ;) {
			const request = { path, body: body(next ? { page_cursor: next } : {}), options: { baseURL } };
			const { data } = await send(context, request);
			const { page, rows } = read(data);
			next = page.has_more === true ? String(page.next_page_cursor) : undefined;
			if (rows.length > 0 || next === undefined) {
				return { results: rows.map(entry), paginationToken: next };
			}
		}
	} catch (error) {
		throw nodeError(context.getNode(), failureOf(error));
	}
}
