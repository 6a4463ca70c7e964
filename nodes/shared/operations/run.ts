import type {
	IBinaryData,
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INode,
} from 'n8n-workflow';
import { getCredentialAllowedDomains } from 'n8n-workflow';

import { FailureError } from '../errors/failure';
import { formatValue } from '../errors/format';
import { send, type Answer, type Connection, type HttpOptions } from '../transport/send';

/** n8n's functions: for all items of a run (custom operations), or for a single one (n8n's routing). */
export type NodeFunctions = IExecuteFunctions | IExecutePaginationFunctions;

/**
 * One run of a node: the state that its items share. It knows whether the run goes on, and its hints.
 *
 * On Error = stop means that nothing is sent once the node has failed: an item that fails stops what the
 * others have not sent yet. With On Error = continue every item stands alone.
 */
export class Run {
	private failed = false;
	private readonly positions = new Map<string, number>();
	private readonly hints = new Set<string>();
	private readonly enders: Array<(failed: boolean) => void> = [];
	private readonly stopsOnError: boolean;
	private readonly cancelled: AbortSignal | undefined;

	constructor(
		readonly functions: NodeFunctions,
		readonly connection: Connection,
		/** Number of items; `single` when they come one at a time, as n8n's routing and agents give them */
		readonly scope: { size: number; single: boolean },
	) {
		this.stopsOnError = !functions.continueOnFail();
		this.cancelled = functions.getExecutionCancelSignal();
	}

	/** Sends one request, unless the run is halted. */
	readonly send = async (path: string, body: IDataObject, neverReplay?: boolean): Promise<Answer> =>
		await send(this.connection, { path, body, neverReplay }, () => this.halted);

	/** An item failed. With On Error = stop the others end without sending anything more. */
	fail(): void {
		this.failed = true;
	}

	/** Nothing may be sent any more: an item failed, or the user stopped the execution. */
	get halted(): boolean {
		return this.stopped || this.cancelled?.aborted === true;
	}

	/** An item failed with On Error = stop. */
	get stopped(): boolean {
		return this.failed && this.stopsOnError;
	}

	/** Number of earlier items of the run that change the same object. */
	positionOf(target: string): number {
		const position = this.positions.get(target) ?? 0;
		this.positions.set(target, position + 1);
		return position;
	}

	/** Adds a hint beside the output; each text is shown once. */
	hint(text: string | undefined): void {
		if (text !== undefined) this.hints.add(text);
	}

	/** Registers what is to be done when all items have ended. */
	atEnd(ender: (failed: boolean) => void): void {
		this.enders.push(ender);
	}

	/** All items have ended. */
	end(): void {
		for (const ender of this.enders) ender(this.failed);
		this.showHints();
	}

	async prepareBinaryData(
		content: Buffer,
		fileName: string,
		mimeType: string,
	): Promise<IBinaryData> {
		return await this.functions.helpers.prepareBinaryData(content, fileName, mimeType);
	}

	/** Shows the hints, and how busy the service was. Single calls cannot show hints. */
	private showHints(): void {
		const { requests, repeats, waited } = this.connection.sent;
		if (repeats > 0) {
			const seconds = Math.round(waited / 1000);
			this.hint(`${requests} requests, ${repeats} retried, ${seconds} s waiting for the service`);
		}
		const functions = this.functions as Partial<IExecuteFunctions>;
		// n8n's routing and older versions have no such function
		if (this.hints.size === 0 || typeof functions.addExecutionHints !== 'function') return;
		functions.addExecutionHints(
			...[...this.hints].map((message) => ({ message, location: 'outputPane' as const })),
		);
	}
}

/** True for a node that is the tool of an agent. n8n's own check is wrong for newer agents. */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool') && !type.endsWith('HitlTool');
}

/** Settings of Request Options, which n8n adds to every declarative node. */
export interface RequestOptions {
	http: HttpOptions;
	/** Batching: groups of items with a pause between; undefined when all items start together */
	batches?: { size: number; /** Milliseconds */ interval: number };
}

/** Reads the parameter `requestOptions`, as n8n's routing does. */
export function requestOptionsOf(parameter: IDataObject): RequestOptions {
	const { proxy, timeout, allowUnauthorizedCerts, batching } = parameter;
	const { batchSize, batchInterval } = ((batching as IDataObject)?.batch ?? {}) as IDataObject;
	const http: HttpOptions = {};
	if (proxy) http.proxy = proxyOf(String(proxy));
	if (timeout) http.timeout = Number(timeout);
	if (allowUnauthorizedCerts) http.skipSslCertificateValidation = true;
	if (!(Number(batchInterval) > 0)) return { http };
	const size = Number(batchSize) > 0 ? Number(batchSize) : 1;
	return { http, batches: { size, interval: Number(batchInterval) } };
}

const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 };

function proxyOf(address: string): HttpOptions['proxy'] {
	const url = URL.canParse(address) ? new URL(address) : undefined;
	const port = url && (Number(url.port) || DEFAULT_PORTS[url.protocol]);
	if (!url?.hostname || !port) {
		throw new FailureError({
			message: `'Proxy' is not the address of a proxy: ${formatValue(address)}`,
			description: 'Enter it with host and port, such as http://proxy.example.com:8080.',
		});
	}
	const { hostname, protocol, username, password } = url;
	const auth = { username: decodeURIComponent(username), password: decodeURIComponent(password) };
	return { host: hostname, port, protocol: protocol.slice(0, -1), ...(username && { auth }) };
}

/** The domains that the credential allows, as n8n checks them; older versions of n8n know none. */
export function allowedDomainsOf(
	{ caller, baseUrl }: Connection,
	credentialData: ICredentialDataDecryptedObject,
): string | undefined {
	if (typeof getCredentialAllowedDomains !== 'function') return undefined;
	return getCredentialAllowedDomains({
		node: caller.getNode(),
		credentialData,
		// The base URL is the credential's own, never a parameter
		credentialOwnedSurface: true,
		nodeEndpointUrl: baseUrl,
	});
}
