import type { IExecutePaginationFunctions } from 'n8n-workflow';

/** Whether a switch is on; an expression may give it as a text. `path` is the parameter's. */
export function isOn(
	context: Pick<IExecutePaginationFunctions, 'getNodeParameter'>,
	path: string,
	fallback: boolean,
): boolean {
	const value = context.getNodeParameter(path, fallback) as unknown;
	return value === true || value === 'true';
}
