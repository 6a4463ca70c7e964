import type { IDataObject } from 'n8n-workflow';

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
const unclassified = {
	name: 'Unclassified',
	value: 'unclassified',
	description: 'Not filed in a topic',
};

/** Restricts a list to one container (contract: Container): any, the unclassified records, or a topic. */
export const containerFilter: Field[] = [
	kindOf(
		'container',
		{
			description: 'Only records that are filed here now',
			options: [{ name: 'Any', value: '', description: 'All records' }, inTopic, unclassified],
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
	kindOf(
		'destination',
		{
			displayName: 'Destination',
			name: 'destination',
			required: true,
			description: 'Where to move the record',
			options: [inTopic, unclassified],
		},
		'topic',
	),
	topicOf('destination', 'destination'),
];

/** Options for the container in which a record to be moved is expected; without them the node reads it. */
export const expectedContainer: Field[] = [
	kindOf('expected_container', {
		displayName: 'Expected Container',
		name: 'expectedContainer',
		// No other field depends on it, so it may come from what a node before has put out
		noDataExpression: false,
		description:
			'Where the record has to be filed now. The move is rejected if it is filed elsewhere.',
		options: [inTopic, unclassified],
		limits: { guard: true },
	}),
	{
		...topic,
		displayName: 'Expected Topic',
		name: 'expectedTopic',
		description: 'Topic in which the record has to be filed now, if Expected Container is Topic',
		routing: { send: { type: 'body', property: 'expected_container.topic_uid' } },
	},
];

/** A container of kind topic names its topic, and no other does. */
export function topicGiven(container: string): Rule {
	const needed = neededWhen(`${container}.kind`, 'topic', `${container}.topic_uid`);
	return (body, name) => {
		const { kind, topic_uid } = (body[container] ?? {}) as IDataObject;
		if (topic_uid === undefined || kind === 'topic') return needed(body, name);
		return `${name(`${container}.topic_uid`)} is given, but ${name(`${container}.kind`)} is not 'Topic'`;
	};
}
