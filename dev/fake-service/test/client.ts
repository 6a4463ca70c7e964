import axios, { type AxiosInstance, type AxiosResponse } from 'axios';

import type { Service } from '..';
import type { AccountId } from '../auth';

/** Sends requests as the tests of the fake service need them: any path, any body, any status accepted. */
export interface Client {
	/** Sends a JSON body to an operation's path below /api/v1. */
	post(path: string, body?: unknown): Promise<AxiosResponse>;
	/** Returns the `data` of an answer, which must be a success. */
	data<T = any>(path: string, body?: unknown): Promise<T>; // eslint-disable-line @typescript-eslint/no-explicit-any
	/** Returns the message of an answer, which must be a 400. */
	refusal(path: string, body: unknown): Promise<string>;
	/** Returns all rows of a paged operation, and the number on each page. */
	scan<T = any>(path: string, body?: object): Promise<{ rows: T[]; pages: number[] }>; // eslint-disable-line @typescript-eslint/no-explicit-any
}

export function createClient(service: Service, account: AccountId = 'a'): Client {
	let http: AxiosInstance;
	// Created on first use, since the service may not have started yet
	const post = (path: string, body: unknown) => {
		http ??= axios.create({
			baseURL: `${service.url}/api/v1`,
			headers: { authorization: `Bearer ${service.keys[account]}` },
			validateStatus: () => true,
		});
		return http.post(path, body);
	};
	const expectStatus = async (status: number, path: string, body: unknown) => {
		const answer = await post(path, body);
		if (answer.status === status) return answer.data;
		throw new Error(`${path}: HTTP ${answer.status} ${JSON.stringify(answer.data)}`);
	};
	const data: Client['data'] = async (path, body = {}) =>
		(await expectStatus(200, path, body)).data;
	return {
		post: (path, body = {}) => post(path, body),
		data,
		refusal: async (path, body) => (await expectStatus(400, path, body)).message,
		async scan(path, body = {}) {
			const rows = [];
			const pages = [];
			let page_cursor: string | undefined;
			do {
				const page = await data(path, { ...body, page_cursor });
				rows.push(...page.items);
				pages.push(page.items.length);
				expect('next_page_cursor' in page).toBe(page.has_more);
				page_cursor = page.next_page_cursor;
			} while (page_cursor);
			return { rows, pages };
		},
	};
}
