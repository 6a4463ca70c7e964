import type { Field } from '../../shared/fields';

/** The write watermark of a world post; left empty, the node reads it. */
export const expectedPublicationVersion: Field = {
	displayName: 'Expected Publication Version',
	name: 'expectedPublicationVersion',
	type: 'number',
	default: -1,
	description:
		'The publication_version of the post that you have seen, -1 for none: the change is rejected if it is another by now. Without it the node reads the current one right before.',
	limits: { guard: true },
	routing: { send: { type: 'body', property: 'expected_publication_version' } },
};
