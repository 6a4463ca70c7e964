/**
 * The API key of a credential without the blanks and line breaks that copying adds. Keys hold none
 * (contract document 1, authentication).
 */
export function apiKeyOf({ apiKey }: { apiKey?: unknown }): string {
	return String(apiKey ?? '').trim();
}
