import { createServer, type AddressInfo } from 'node:net';

const HOST = '127.0.0.1';

/** A free port of 127.0.0.1. */
export async function findFreePort(): Promise<number> {
	return await listenOnce(0);
}

/** True if no process listens on this port of 127.0.0.1. */
export async function isPortFree(port: number): Promise<boolean> {
	return await listenOnce(port).then(
		() => true,
		() => false,
	);
}

async function listenOnce(port: number): Promise<number> {
	return await new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen(port, HOST, () => {
			const found = (server.address() as AddressInfo).port;
			server.close(() => resolve(found));
		});
	});
}
