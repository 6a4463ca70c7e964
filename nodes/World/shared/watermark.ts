import type { Field } from '../../shared/fields';

/** The write watermark of a world post; left empty, the node reads it. */
export const expectedPublicationVersion: Field = {
	displayName: 'Expected Publication Version',
	name: 'expectedPublicationVersion',
	type: 'number',
	default: -1,
	description:
		'The publication_version that the change is based on, -1 for a first publication. The change is rejected if the post has another one by then. Without this option the node reads the current one right before the change.',
	limits: { guard: true },
	routing: { send: { type: 'body', property: 'expected_publication_version' } },
};
