import type { Field } from '../../shared/fields';

/** Publication version that a write expects (contract: the write watermark). */
export const expectedPublicationVersion = {
	displayName: 'Expected Publication Version',
	name: 'expectedPublicationVersion',
	type: 'number',
	default: -1,
	description: 'Version that must be published, -1 for none. Without this option, the current one.',
	limits: { guard: true },
	routing: { send: { type: 'body', property: 'expected_publication_version' } },
} satisfies Field;
