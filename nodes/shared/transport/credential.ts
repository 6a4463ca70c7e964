import { FailureError } from '../errors/failure';
import { formatValue } from '../errors/format';

/**
 * The base URL of a credential without trailing slashes, for example
 * `https://svc.example.com/` becomes `https://svc.example.com`. A path below the host stays, but the `/api/v1` of the
 * contract's own paths is cut off.
 * Throws a FailureError when it is no http(s) address, or carries a user, query or fragment.
 */
export function baseUrl(value: unknown): string {
	const text = String(value ?? '').trim();
	if (!text) throw refusal("'Base URL' is empty");
	if (!/^https?:\/\//i.test(text)) {
		throw refusal(`'Base URL' must start with http:// or https://, not ${formatValue(text)}`);
	}
	if (!URL.canParse(text)) throw refusal(`'Base URL' is not a web address: ${formatValue(text)}`);
	const url = new URL(text);
	// By the text: of an empty query or fragment the URL says nothing, but it would swallow the path
	if (url.username || url.password || /[?#]/.test(text)) {
		throw refusal("'Base URL' must not carry a user, a query or a fragment");
	}
	return text.replace(/\/+$/, '').replace(/\/+api\/v1$/i, '');
}

function refusal(message: string): FailureError {
	return new FailureError({
		message,
		description: 'Correct it in the credential, for example https://svc.example.com.',
	});
}

/**
 * The API key of a credential without the blanks and line breaks that copying adds. Keys hold none
 * (contract document 1, authentication).
 */
export function apiKeyOf({ apiKey }: { apiKey?: unknown }): string {
	return String(apiKey ?? '').trim();
}
