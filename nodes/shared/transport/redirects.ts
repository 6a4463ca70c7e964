/**
 * Request options against following redirects: a redirected POST loses its body, and the API key must not reach another
 * host. n8n's two request formats read different options, so all are set.
 */
export const NO_REDIRECTS = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	sendCredentialsOnCrossOriginRedirect: false,
};

/** HTTP statuses of redirects. */
const REDIRECT_STATUSES = [301, 302, 303, 307, 308];

/**
 * Origin of the target of a redirect, such as `https://svc.example.com`, without path and query, which can contain
 * secrets. Undefined if the answer is not a redirect to a web address.
 */
export function redirectOrigin(
	status: number,
	location: unknown,
	requested: string,
): string | undefined {
	if (!REDIRECT_STATUSES.includes(status) || typeof location !== 'string') return undefined;
	if (!URL.canParse(location, requested)) return undefined;
	const { protocol, origin } = new URL(location, requested);
	return /^https?:$/.test(protocol) ? origin : undefined;
}
