import type { Field } from '../operation';
import { topic } from './locators/topic';

const inTopic: Field = {
	...topic,
	displayOptions: { show: { container: ['topic'] } },
	routing: { send: { type: 'body', property: 'container.topic_uid' } },
};

/** Restricts a list to one container (contract: Container): any, the unclassified records, or a topic. */
export const containerFilter: Field[] = [
	{
		displayName: 'Container',
		name: 'container',
		type: 'options',
		noDataExpression: true,
		default: 'any',
		description: 'Which records to list by where they are filed now',
		options: [
			{ name: 'Any', value: 'any', description: 'All records, wherever they are filed' },
			{ name: 'Topic', value: 'topic', description: 'Exactly one personal topic' },
			{ name: 'Unclassified', value: 'unclassified', description: 'Records filed nowhere' },
		],
		routing: {
			send: {
				type: 'body',
				property: 'container.kind',
				value: '={{ $value === "any" ? undefined : $value }}',
			},
		},
	},
	inTopic,
];
