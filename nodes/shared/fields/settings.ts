import type { Reading } from '../routing/endpoint';

/** Whether a switch is on; an expression may give it as a text. `path` is the parameter's. */
export function isOn(context: Reading['context'], path: string, fallback: boolean): boolean {
	const value = context.getNodeParameter(path, fallback);
	return value === true || value === 'true';
}
