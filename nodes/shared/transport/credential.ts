import { FailureError } from '../errors/failure';
import { formatValue } from '../errors/format';

/**
 * The base URL of a credential without trailing slashes and without the contract's `/api/v1`:
 * `https://svc.example.com/api/v1/` becomes `https://svc.example.com`. Other paths are kept. Throws a FailureError for an
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
	return text.replace(/\/+$/, '').replace(/\/+api\/v1$/i, '');
}

function refusal(message: string): FailureError {
	return new FailureError({
		message,
		description: 'Correct it in the credential, for example https://svc.example.com.',
	});
}

/**
 * The API key of a credential without surrounding whitespace, which copying can add (contract document 1,
 * authentication: keys contain none).
 */
export function apiKeyOf({ apiKey }: { apiKey?: unknown }): string {
	return String(apiKey ?? '').trim();
}
