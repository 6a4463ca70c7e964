import type { Field } from '../../shared/fields';
import { topic } from '../../shared/locators';
import { neededWhen, type Rule } from '../../shared/parameters';

/** A topic that is asked for when the container field `kind` says so. */
function topicOf(container: string, kind: string, field: Partial<Field> = {}): Field {
	return {
		...topic,
		required: true,
		displayOptions: { show: { [kind]: ['topic'] } },
		routing: { send: { type: 'body', property: `${container}.topic_uid` } },
		...field,
	};
}

/** The kind of a container. Without `initial` it is unclassified at first. */
function kindOf(container: string, field: Partial<Field>, initial = 'unclassified'): Field {
	return {
		displayName: 'Container',
		name: 'container',
		type: 'options',
		noDataExpression: true,
		default: initial,
		routing: { send: { type: 'body', property: `${container}.kind` } },
		...field,
	};
}

const inTopic = { name: 'Topic', value: 'topic', description: 'A personal topic' };
const unclassified = { name: 'Unclassified', value: 'unclassified', description: 'Filed nowhere' };

/** Restricts a list to one container (contract: Container): any, the unclassified records, or a topic. */
export const containerFilter: Field[] = [
	kindOf(
		'container',
		{
			description: 'Which records to list by where they are filed now',
			options: [
				{ name: 'Any', value: '', description: 'All records, wherever they are filed' },
				inTopic,
				unclassified,
			],
		},
		'',
	),
	topicOf('container', 'container'),
];

/** Container of a new record. */
export const container: Field[] = [
	kindOf('container', {
		description: 'Where to file the record',
		options: [inTopic, unclassified],
	}),
	topicOf('container', 'container'),
];

/** Container that a record is moved to. */
export const destination: Field[] = [
	kindOf('destination', {
		displayName: 'Destination',
		name: 'destination',
		required: true,
		description: 'Where to file the record from now on',
		options: [inTopic, unclassified],
	}),
	topicOf('destination', 'destination'),
];

/** Container in which a record to be moved is expected; left empty, the node reads it. */
export const expectedContainer: Field[] = [
	kindOf(
		'expected_container',
		{
			displayName: 'Expected Container',
			name: 'expectedContainer',
			description: 'Where the record has to be now; if it is elsewhere, the move is rejected',
			options: [
				{ name: 'Read Before Moving', value: '', description: 'Wherever it is' },
				inTopic,
				unclassified,
			],
		},
		'',
	),
	topicOf('expected_container', 'expectedContainer', {
		displayName: 'Expected Topic',
		name: 'expectedTopic',
	}),
];

/** A container of kind topic names its topic. */
export function topicGiven(container: string): Rule {
	return neededWhen(`${container}.kind`, 'topic', `${container}.topic_uid`);
}
