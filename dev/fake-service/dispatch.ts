import { OpenAPIBackend, type Document } from 'openapi-backend';

import { AREAS } from '../areas';
import { failed, type Answer } from './answers';
import type { AccountId } from './auth';
import type { Call, Handlers } from './call';
import type { Contract } from './contract';
import { Failure, violation } from './failure';
import type { LogEntry } from './log';

/** Handlers of all operations, by operationId. */
export const handlers = Object.assign(
	{},
	...AREAS.map((area) => area.handlers),
) as Required<Handlers>;

/** One request in routing, authorization, validation and its handler. */
export interface Exchange {
	entry: LogEntry;
	contentType: string | undefined;
	/** A copy of the body as sent, which validation completes with the contract's defaults. */
	body: unknown;
}

/** The part of the service that operations use. */
export interface Operations {
	contract: Contract;
	/** A request that satisfies the contract, as the handlers receive it. */
	call(account: AccountId, operation: string, body: unknown): Call;
	now(): number;
	/** An error of the fake service itself. */
	bug(message: string): void;
}

/** Binds the handlers to the contract's operations and returns the function that answers requests. */
export async function createDispatch(
	operations: Operations,
): Promise<(exchange: Exchange) => Promise<Answer>> {
	const { contract, call, now, bug } = operations;
	const api = new OpenAPIBackend({
		definition: routesOf(contract),
		strict: true,
		quick: true,
		validate: false,
		ignoreTrailingSlashes: false,
		securityHandlers: { apiKey: (_context, { entry }: Exchange) => entry.account !== undefined },
	});
	await api.init();
	// openapi-backend would collect the operations for each handler, and four times for each request.
	const routes = api.router.getOperations();
	api.router.getOperations = () => routes;
	api.register({
		notImplemented: () => {
			throw new Error('Add a handler of it to dev/areas/<Area>/handlers.');
		},
		notFound: () => fail(new Failure(404, 'There is no such operation')),
		methodNotAllowed: () =>
			fail(new Failure(405, 'Operations accept POST only', { allow: 'POST' })),
		unauthorizedHandler: () => fail(new Failure(401, 'The API key is missing, wrong or deleted')),
		preOperationHandler: (_context, exchange: Exchange) => check(contract, exchange, now()),
		...Object.fromEntries(
			Object.entries(handlers).map(([id, handler]) => [
				id,
				(_context: unknown, { entry, body }: Exchange) =>
					handler(call(entry.account!, id, body) as Call<never>),
			]),
		),
	});

	return async (exchange) => {
		const { entry } = exchange;
		try {
			const { method, path, requestId } = entry;
			const data: object = await api.handleRequest({ method, path, headers: {} }, exchange);
			const envelope = { code: 200, message: 'ok', request_id: requestId, data };
			const problem = contract.problemOfResponse(entry.operation!, envelope);
			if (problem) throw new Error(`the answer breaks the contract: ${problem}`);
			return { status: 200, body: JSON.stringify(envelope) };
		} catch (error) {
			const failure =
				error instanceof Failure ? error : new Failure(500, 'Bug of the fake service');
			if (failure !== error) bug(`${entry.operation}: ${(error as Error).stack}`);
			entry.error = failure.message;
			entry.violation = [400, 404, 405].includes(failure.status);
			return failed(failure, entry.requestId);
		}
	};
}

/** The contract without its schemas: openapi-backend routes, authorizes and binds. contract.ts validates. */
function routesOf({ document, operations }: Contract): Document {
	return {
		...document,
		components: { securitySchemes: document.components?.securitySchemes },
		paths: Object.fromEntries(
			Array.from(operations, ([path, operationId]) => [
				path,
				{ post: { operationId, responses: {} } },
			]),
		),
	} as Document;
}

function check(contract: Contract, { entry, contentType, body }: Exchange, now: number): void {
	if (!/^application\/json\s*(;|$)/i.test(contentType ?? '')) {
		throw violation('Content-Type must be application/json');
	}
	if (body === undefined) throw violation('The body is not JSON');
	if (!body || typeof body !== 'object' || Array.isArray(body)) {
		throw violation('The body must be a JSON object');
	}
	contract.checkRequest(entry.operation!, body, now);
}

function fail(failure: Failure): never {
	throw failure;
}
