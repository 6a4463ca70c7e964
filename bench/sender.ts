import { runNode } from '../dev/engine/runNode';

/** Sends one request for each item through a node, in a process of its own, on command. */

/** Task of a sender. */
export interface Sending {
	url: string;
	items: number;
}

/** Messages of the items that failed. */
export interface Sent {
	failed: string[];
}

async function main(): Promise<void> {
	const { url, items } = JSON.parse(process.argv[2]) as Sending;
	process.send!({ ready: true });
	await new Promise((resolve) => process.once('message', resolve));
	const { items: output } = await runNode({
		node: 'svcAccount',
		parameters: { resource: 'profile', operation: 'get' },
		credential: { baseUrl: url, apiKey: 'svc_bench_key' },
		items: Array.from({ length: items }, () => ({})),
		settings: { onError: 'continueRegularOutput' },
	});
	const errors = output.map(({ json }) => json.error).filter((error) => error !== undefined);
	const missing = Array<string>(items - output.length).fill('No output');
	const sent: Sent = { failed: [...errors.map(String), ...missing] };
	process.send!(sent, () => process.exit());
}

process.once('disconnect', () => process.exit());
main().catch((error: Error) => {
	console.error(error);
	process.exit(1);
});
