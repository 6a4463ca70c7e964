import type { IDataObject } from 'n8n-workflow';

import type { Field } from '../../shared/fields';
import { topic } from '../../shared/locators';
import { neededWhen, type Rule } from '../../shared/parameters';

/** Topic field that is shown if the container field named `kind` is Topic. */
function topicOf(container: string, kind: string, field: Partial<Field> = {}): Field {
	return {
		...topic,
		required: true,
		displayOptions: { show: { [kind]: ['topic'] } },
		routing: { send: { type: 'body', property: `${container}.topic_uid` } },
		...field,
	};
}

/** Field for the kind of a container: a topic, or unclassified. `initial` is its default. */
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

const inTopic = { name: 'Topic', value: 'topic', description: 'Filed in a topic' };
const unclassified = {
	name: 'Unclassified',
	value: 'unclassified',
	description: 'Not filed in any topic',
};

/** Filter by container (contract: Container): any, unclassified, or one topic. */
export const containerFilter: Field[] = [
	kindOf(
		'container',
		{
			description: 'Only records that are currently filed here',
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
			description: 'Where to file the record',
			options: [inTopic, unclassified],
		},
		'topic',
	),
	topicOf('destination', 'destination'),
];

/** Options for the container that Move expects. Without them, the node reads the current container. */
export const expectedContainer: Field[] = [
	kindOf('expected_container', {
		displayName: 'Expected Container',
		name: 'expectedContainer',
		// No other field depends on this one, so it may be an expression
		noDataExpression: false,
		description:
			'Where the record must currently be filed. If it is filed elsewhere, the service rejects the move.',
		options: [inTopic, unclassified],
		limits: { guard: true },
	}),
	{
		...topic,
		displayName: 'Expected Topic',
		name: 'expectedTopic',
		description:
			'Topic in which the record must currently be filed. Needed if Expected Container is Topic.',
		routing: { send: { type: 'body', property: 'expected_container.topic_uid' } },
	},
];

/** Rule: a container of kind topic has a topic, and a container of another kind has none. */
export function topicGiven(container: string): Rule {
	const needed = neededWhen(`${container}.kind`, 'topic', `${container}.topic_uid`);
	return (body, name) => {
		const { kind, topic_uid } = (body[container] ?? {}) as IDataObject;
		if (topic_uid === undefined || kind === 'topic') return needed(body, name);
		return `${name(`${container}.topic_uid`)} is given, but ${name(`${container}.kind`)} is not 'Topic'`;
	};
}
