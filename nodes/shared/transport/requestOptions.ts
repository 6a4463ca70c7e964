import type { IDataObject } from 'n8n-workflow';

import { FailureError } from '../errors/failure';
import { formatValue } from '../errors/format';
import type { HttpOptions } from './connection';

/** Values of Request Options, which n8n adds to every declarative node. */
export interface RequestOptions {
	http: HttpOptions;
	/** Batching: size of the groups and pause between them; undefined without pauses */
	batches?: { size: number; /** Milliseconds */ interval: number };
}

/** Reads the parameter `requestOptions`, as n8n's routing does. */
export function requestOptionsOf(parameter: IDataObject): RequestOptions {
	const { proxy, timeout, allowUnauthorizedCerts, batching } = parameter;
	const { batch }: IDataObject = Object(batching);
	const { batchSize, batchInterval }: IDataObject = Object(batch);
	const http: HttpOptions = {};
	if (proxy) http.proxy = proxyOf(String(proxy));
	if (timeout) http.timeout = Number(timeout);
	if (allowUnauthorizedCerts) http.skipSslCertificateValidation = true;
	if (!(Number(batchInterval) > 0)) return { http };
	const size = Number(batchSize) > 0 ? Number(batchSize) : 1;
	return { http, batches: { size, interval: Number(batchInterval) } };
}

/** Ports of addresses that name none. */
export const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 };

/**
 * The proxy at an address. n8n sends a request directly, with the key, where it does not know the scheme of a proxy, so only
 * those that it knows are accepted.
 */
function proxyOf(address: string): HttpOptions['proxy'] {
	const url = URL.canParse(address) ? new URL(address) : undefined;
	const port = url && (Number(url.port) || DEFAULT_PORTS[url.protocol]);
	const login = url && loginIn(url);
	if (!url?.hostname || !port || !login || !Object.hasOwn(DEFAULT_PORTS, url.protocol)) {
		throw new FailureError({
			message: `'Proxy' is not the address of an HTTP proxy: ${formatValue(withoutLogin(address))}`,
			description:
				'Enter it under Request Options as http://proxy.example.com:8080, or as http://user:password@proxy.example.com:8080 with special characters as in web addresses, such as %23 for #. It starts with https:// only if the proxy itself uses TLS. n8n knows no SOCKS proxies.',
		});
	}
	const { hostname: host, protocol } = url;
	return { host, port, protocol: protocol.slice(0, -1), ...(login.username && { auth: login }) };
}

/** User and password in an address. Undefined if they contain a percent sign that encodes nothing. */
function loginIn(url: URL): { username: string; password: string } | undefined {
	try {
		return {
			username: decodeURIComponent(url.username),
			password: decodeURIComponent(url.password),
		};
	} catch {
		return undefined;
	}
}

/** An address without what can be a password: all between its scheme and its last `@`. */
function withoutLogin(address: string): string {
	return address.replace(/^(\w+:\/\/)?.*@/s, '$1***@');
}
