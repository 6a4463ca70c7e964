import { type Field } from './field';

/** Notice above an operation that other people see or that cannot be undone. */
export function warning(text: string): Field {
	return { displayName: text, name: 'warning', type: 'notice', default: '' };
}
