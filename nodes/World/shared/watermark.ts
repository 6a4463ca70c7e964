import type { Field } from '../../shared/form';

/** Publication version that a write expects (contract: the write watermark). */
export const expectedPublicationVersion = {
	displayName: 'Expected Publication Version',
	name: 'expectedPublicationVersion',
	type: 'number',
	default: -1,
	description:
		'Version that the post must have, or -1 if there is no post yet. Default: the current version.',
	limits: { guard: true },
	routing: { send: { type: 'body', property: 'expected_publication_version' } },
} satisfies Field;
