import type { IDataObject } from 'n8n-workflow';

import { type Field, type Setting, topic } from '../../shared/form';
import { neededWhen, type Rule } from '../../shared/values';

/** Request fields that hold where a record is filed. */
type Container = 'container' | 'destination' | 'expected_container';

/** Field for the topic, shown if the choice named `kind` is One Topic. */
function topicOf<C extends Container>(container: C, kind: string): Field<`${C}.topic_uid`> {
	return {
		...topic,
		displayName: 'Which Topic',
		required: true,
		displayOptions: { show: { [kind]: ['topic'] } },
		routing: { send: { type: 'body', property: `${container}.topic_uid` } },
	};
}

/** Choice between no topic and one (contract document 3, Container). `initial` is its default. */
function kindOf<C extends Container>(
	container: C,
	field: Partial<Setting>,
	initial = 'unclassified',
): Field<`${C}.kind`> {
	return {
		displayName: 'Topic',
		name: 'container',
		type: 'options',
		default: initial,
		...field,
		routing: { send: { type: 'body', property: `${container}.kind` } },
	};
}

const none = { name: 'None', value: 'unclassified', description: 'Filed in no topic' };
const one = {
	name: 'One Topic',
	value: 'topic',
	description: 'Filed in the topic that you choose',
};

/** Filter by topic: any, none or one. */
export const containerFilter = [
	kindOf(
		'container',
		{
			description: 'Topic that the records are in',
			options: [{ name: 'Any', value: '', description: 'All records' }, none, one],
		},
		'',
	),
	topicOf('container', 'container'),
];

/** The filter of a trigger. Its choice takes no expression, since a trigger has no input items. */
export const watchedContainer = containerFilter.map((field) => ({
	...field,
	...(field.type === 'options' && { noDataExpression: true }),
}));

/** Topic of a new record. */
export const container = [
	kindOf('container', {
		description: 'Where to file the record',
		options: [none, one],
	}),
	topicOf('container', 'container'),
];

/** Topic that a record is moved to. */
export const destination = [
	kindOf(
		'destination',
		{
			name: 'destination',
			required: true,
			description: 'Where to file the record',
			options: [none, one],
		},
		'topic',
	),
	topicOf('destination', 'destination'),
];

/** Options for the topic that Move expects. Without them, the node reads the current one. */
export const expectedContainer = [
	kindOf('expected_container', {
		displayName: 'Expected Topic',
		name: 'expectedContainer',
		description:
			'Where the record must currently be filed. If it is filed elsewhere, the service rejects the move.',
		options: [none, one],
		limits: { guard: true },
	}),
	{
		...topic,
		displayName: 'Which Expected Topic',
		name: 'expectedTopic',
		description:
			'Topic in which the record must currently be filed. Needed if Expected Topic is One Topic.',
		routing: { send: { type: 'body', property: 'expected_container.topic_uid' } },
	},
] satisfies Field[];

/** Rule: One Topic needs a topic, and the other choices have none. */
export function topicGiven(container: string): Rule {
	const needed = neededWhen(`${container}.kind`, 'topic', `${container}.topic_uid`);
	return (body, name) => {
		const { kind, topic_uid }: IDataObject = Object(body[container]);
		if (topic_uid === undefined || kind === 'topic') return needed(body, name);
		return `${name(`${container}.topic_uid`)} is given, but ${name(`${container}.kind`)} is not 'One Topic'`;
	};
}
