import type { Field } from '../fields/field';

/** The switch to pass over what the account itself wrote, on by default. `things` is a noun, in plural. */
export function ignoreMyOwn(things: string): Field {
	return {
		displayName: 'Ignore My Own',
		name: 'ignoreMyOwn',
		type: 'boolean',
		default: true,
		description: `Whether to ignore ${things} that you wrote yourself, so that your own answers do not trigger the workflow again`,
	};
}
