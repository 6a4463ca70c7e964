import type { Field } from '../../shared/fields';

/** Publication version that a write expects (contract: the write watermark). */
export const expectedPublicationVersion: Field = {
	displayName: 'Expected Publication Version',
	name: 'expectedPublicationVersion',
	type: 'number',
	default: -1,
	description:
		'The publication_version that the post must have, -1 if it was never published. If it has another one, the service rejects the change. Without this option, the node reads the current one right before the change.',
	limits: { guard: true },
	routing: { send: { type: 'body', property: 'expected_publication_version' } },
};
