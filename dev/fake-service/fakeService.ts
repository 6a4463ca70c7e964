import { startService, type Service, type ServiceOptions } from '.';
import { createClient, type Client } from './test/client';

/** The service of a test file, and a client for each account. */
export interface FakeService {
	service: Service;
	a: Client;
	b: Client;
}

/**
 * Starts the service once for a test file, resets it before each test and closes it in the end. The result can be
 * destructured at once, although the service exists only while tests run.
 */
export function useFakeService(options?: ServiceOptions): FakeService {
	let started: Service;
	beforeAll(async () => {
		started = await startService(options);
	});
	beforeEach(() => started.reset());
	afterAll(() => started.close());

	const service = new Proxy({} as Service, {
		get: (_target, name) => Reflect.get(started, name) as unknown,
		set: (_target, name, value) => Reflect.set(started, name, value),
	});
	return { service, a: createClient(service, 'a'), b: createClient(service, 'b') };
}
