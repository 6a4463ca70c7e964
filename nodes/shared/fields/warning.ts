import { type Field } from './field';

/** Says in plain words what an operation does that others see or that cannot be taken back. */
export function warning(text: string): Field {
	return { displayName: text, name: 'warning', type: 'notice', default: '' };
}
