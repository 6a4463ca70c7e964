import axios, { type AxiosInstance, type AxiosResponse } from 'axios';

import type { Service } from '..';
import type { AccountId } from '../auth';
import { loadContract } from '../contract';

/* eslint-disable @typescript-eslint/no-explicit-any */

/** Sends requests to operations, given by operationId or by the path below /api/v1: any body, any status accepted. */
export interface Client {
	post(operation: string, body?: unknown): Promise<AxiosResponse>;
	/** Returns the `data` of an answer, which must be a success. */
	data<T = any>(operation: string, body?: unknown): Promise<T>;
	/** Returns the message of an answer, which must be a 400. */
	refusal(operation: string, body: unknown): Promise<string>;
	/** Returns the `data` of all pages. */
	pages<T = any>(operation: string, body?: object): Promise<T[]>;
	/** Returns the `items` of all pages, and their number on each page. */
	scan<T = any>(operation: string, body?: object): Promise<{ rows: T[]; pages: number[] }>;
}

export function createClient(service: Service, account: AccountId = 'a'): Client {
	let http: AxiosInstance;
	// Created on first use, since the service may not have started yet
	const post = (operation: string, body: unknown = {}) => {
		http ??= axios.create({
			baseURL: service.url,
			headers: { authorization: `Bearer ${service.keys[account]}` },
			validateStatus: () => true,
		});
		return http.post(pathOf(operation), body);
	};
	const expectStatus = async (status: number, operation: string, body: unknown) => {
		const answer = await post(operation, body);
		if (answer.status === status) return answer.data;
		const asked = `${operation} ${JSON.stringify(body)}`;
		throw new Error(`${asked}: HTTP ${answer.status} ${JSON.stringify(answer.data)}`);
	};
	const data: Client['data'] = async (operation, body) =>
		(await expectStatus(200, operation, body)).data;
	const pages: Client['pages'] = async (operation, body) => {
		const all = [];
		let page_cursor: string | undefined;
		do {
			const page = await data(operation, { ...body, page_cursor });
			all.push(page);
			expect('next_page_cursor' in page).toBe(page.has_more);
			page_cursor = page.next_page_cursor;
		} while (page_cursor);
		return all;
	};
	return {
		post,
		data,
		refusal: async (operation, body) => (await expectStatus(400, operation, body)).message,
		pages,
		async scan(operation, body) {
			const lists = (await pages(operation, body)).map(({ items }) => items);
			return { rows: lists.flat(), pages: lists.map(({ length }) => length) };
		},
	};
}

function pathOf(operation: string): string {
	if (operation.startsWith('/')) return `/api/v1${operation}`;
	return Array.from(loadContract().operations).find(([, id]) => id === operation)![0];
}
