import type { Field } from './field';

/** Option of reads whose text the service still has to make; `text` is a noun such as 'transcript'. */
export function ifNotReady(text: string): Field {
	return {
		displayName: 'If Not Ready',
		name: 'ifNotReady',
		type: 'options',
		default: 'fail',
		description: `What to do with an item if its ${text} is not ready. Without this option the item continues, with the state of the ${text}.`,
		options: [
			{ name: 'Fail Item', value: 'fail', description: 'The item fails with the state' },
			{
				name: 'Output Outcome',
				value: 'output',
				description: 'The item continues with the state, and with the text that there is',
			},
		],
	};
}

/** Option to wait for such a text. */
export function waitUntilReady(text: string): Field {
	return {
		displayName: 'Wait Until Ready (Minutes)',
		name: 'waitUntilReady',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 1440, numberPrecision: 2 },
		default: 10,
		description: `How long to wait at most for a ${text} that the service still works on, such as 0.5 for half a minute. The node asks again after 5 seconds, then at growing intervals of up to a minute.`,
	};
}
