import type { Field } from '../fields/field';

/** Option to ignore what the account itself wrote. `things` is a plural noun. */
export function ignoreMyOwn(things: string): Field {
	return {
		displayName: 'Ignore My Own',
		name: 'ignoreMyOwn',
		type: 'boolean',
		default: true,
		description: `Whether to ignore ${things} that your account wrote, so that answers of the workflow do not start it again`,
	};
}
