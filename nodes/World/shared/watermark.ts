import type { Field } from '../../shared/form';

/** Publication version that a write expects (contract: the write watermark). */
export const expectedPublicationVersion = {
	displayName: 'Expected Publication Version',
	name: 'expectedPublicationVersion',
	type: 'number',
	default: -1,
	description:
		'Version of the post that the change expects, -1 for none. Default: the current version.',
	limits: { guard: true },
	routing: { send: { type: 'body', property: 'expected_publication_version' } },
} satisfies Field;
