/**
 * Request options that follow no redirect: a redirected POST loses its body, and the key must not
 * reach another host. n8n's two request formats read different options, so all of them are set.
 */
export const NO_REDIRECTS = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	sendCredentialsOnCrossOriginRedirect: false,
};

/** Statuses of answers that point to another address. */
const REDIRECT_STATUSES = [301, 302, 303, 307, 308];

/**
 * The origin that a redirect leads to, such as `https://svc.example.com`: of its target no more than
 * that, since a path or query may hold secrets. Undefined when the answer is no redirect, or names no
 * web address.
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
