import {
	type IDataObject,
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
	type IExecuteSingleFunctions,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type IPollFunctions,
	getCredentialAllowedDomains,
} from 'n8n-workflow';
import { FailureError } from '../errors/failure';
import { formatValue } from '../errors/format';
import type { QueuePlace } from './limiter';
import { Recent } from '../recent';

/** Type of the credential. */
export const CREDENTIAL = 'svcApi';

/** n8n's functions of an action node, a list search or a trigger. */
export type N8nFunctions =
	IExecuteFunctions | IExecuteSingleFunctions | ILoadOptionsFunctions | IPollFunctions;

/** Options of n8n's HTTP helper that users and n8n set. `timeout` is in milliseconds. */
export type HttpOptions = Pick<
	IHttpRequestOptions,
	'timeout' | 'proxy' | 'skipSslCertificateValidation' | 'allowedDomains'
>;

/** Connection of a run, a poll or a list search: values that all its requests share. */
export interface Connection {
	functions: N8nFunctions;
	/** Base URL without trailing slashes */
	baseUrl: string;
	apiKey: string;
	place: Pick<QueuePlace, 'queue' | 'urgent'>;
	/** ID of the n8n execution; absent for polls and list searches, which are always sent */
	execution?: string;
	options: HttpOptions;
	/** Own `user_ref` of the account, if it was read before */
	user?: string;
	/** Time of the monotonic clock at which the caller may no longer wait for the result */
	deadline?: number;
	/** Numbers so far: requests, retries, and milliseconds of waiting before retries */
	sent: { requests: number; repeats: number; waited: number };
}

/**
 * Cache of own `user_ref` by base URL and API key. The account of a key never changes (contract document 1, authentication).
 */
export const USERS = new Recent<string, string>();

/**
 * A connection with the credential of the node. Throws a FailureError when its base URL is not valid.
 *
 * @param urgent true for polls and list searches, which come before executions
 */
export async function connect(
	functions: N8nFunctions,
	{ urgent = false, ...options }: HttpOptions & { urgent?: boolean } = {},
): Promise<Connection> {
	const credential = await functions.getCredentials<{ baseUrl?: unknown; apiKey?: unknown }>(
		CREDENTIAL,
	);
	const base = baseUrl(credential.baseUrl);
	const apiKey = apiKeyOf(credential);
	const execution = functions.getExecutionId();
	const queue = [execution, functions.getWorkflow().id, functions.getNode().id].join(' ');
	return {
		functions,
		baseUrl: base,
		apiKey,
		user: USERS.get(`${base} ${apiKey}`),
		place: { queue, urgent },
		execution: urgent ? undefined : execution,
		options,
		sent: { requests: 0, repeats: 0, waited: 0 },
	};
}

/**
 * The base URL of a credential without trailing slashes and without the contract's `/api/v1`:
 * `https://Svc.example.com:443/api/v1/` becomes `https://svc.example.com`. Other paths are kept. Throws a FailureError for an
 * address that is not http(s), or that contains a user, query or fragment.
 */
export function baseUrl(value: unknown): string {
	const text = String(value ?? '').trim();
	if (!text) throw refusal("'Base URL' is empty");
	if (!/^https?:\/\//i.test(text)) {
		throw refusal(`'Base URL' must start with http:// or https://, not ${formatValue(text)}`);
	}
	if (!URL.canParse(text)) throw refusal(`'Base URL' is not a web address: ${formatValue(text)}`);
	const url = new URL(text);
	// Checked in the text: URL drops an empty query or fragment, which would still cut off the path
	if (url.username || url.password || /[?#]/.test(text)) {
		throw refusal("'Base URL' must not contain a user, a query or a fragment");
	}
	// One spelling: a trigger starts anew at another address
	return `${url.origin}${url.pathname}`
		.replace(/(?<!\/)\/+$/, '')
		.replace(/(?<!\/)\/+api\/v1$/i, '');
}

function refusal(
	message: string,
	description = 'Correct it in the credential, for example https://svc.example.com.',
): FailureError {
	return new FailureError({ message, description });
}

/**
 * Matches the name and scheme of the header and quotation marks, which people paste around a key (as in
 * songquanpeng/one-api#1713).
 */
const AROUND_KEY = /^["'`]|^authorization *:|^bearer(?: |$)|["'`]$/gi;

/**
 * The API key as it is sent, and found in answers: without blanks, line breaks and other characters that copying adds to it,
 * and without the header's scheme. Throws a FailureError for a credential without a key, such as by an expression.
 */
export function apiKeyOf({ apiKey }: { apiKey?: unknown }): string {
	const text = String(apiKey ?? '').replace(/[^\x21-\x7E]+/g, ' ');
	const key = [1, 2, 3, 4].reduce((left) => left.trim().replace(AROUND_KEY, ''), text);
	const sent = key.replaceAll(' ', '');
	if (sent === '' || sent === 'undefined' || sent === 'null')
		throw refusal("'API Key' is empty", NO_KEY);
	return sent;
}

const NO_KEY =
	'Enter the key in the credential. An expression there, such as of an external secret, may have no value.';

/**
 * Domains that the credential allows, for n8n's check. Undefined in versions of n8n, such as 2.0, that have no such setting.
 */
export function allowedDomainsOf(
	{ functions, baseUrl }: Connection,
	credentialData: ICredentialDataDecryptedObject,
): string | undefined {
	if (typeof getCredentialAllowedDomains !== 'function') return undefined;
	return getCredentialAllowedDomains({
		node: functions.getNode(),
		credentialData,
		// The base URL comes from the credential, never from a parameter
		credentialOwnedSurface: true,
		nodeEndpointUrl: baseUrl,
	});
}

/**
 * Values of Request Options, which n8n adds to every declarative node (n8n 2.41, n8n-core/nodes-loader/directory-loader.ts).
 */
export interface RequestOptions {
	http: HttpOptions;
	/** Batching: size of the groups and pause between them; undefined without pauses */
	batches?: { size: number; /** Milliseconds */ interval: number };
}

/** Reads the parameter `requestOptions`, as n8n's routing does (n8n 2.41, n8n-core/execution-engine/routing-node.ts). */
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
 * The proxy at an address. n8n leaves out a proxy whose scheme it does not know, and sends the request with the key
 * (n8n 2.41, @n8n/backend-network/http/axios/utils.ts), so only schemes that it knows are accepted.
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
