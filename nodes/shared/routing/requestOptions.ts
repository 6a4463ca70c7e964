import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import { getCredentialAllowedDomains } from 'n8n-workflow';

import { FailureError } from '../request/failure';
import type { Connection, HttpOptions } from '../request/send';
import { shown } from '../request/shown';

/** What users set under Request Options, which n8n adds to every declarative node. */
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
			message: `'Proxy' is not the address of a proxy: ${shown(address)}`,
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
