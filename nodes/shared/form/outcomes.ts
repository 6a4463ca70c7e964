import type { Setting } from './field';

/** Makes options for an item that cannot go on: it fails, or is output. */
function failOrOutput(displayName: string, name: string, fail: string, output: string) {
	return (description: string): Setting => ({
		displayName,
		name,
		type: 'options',
		default: 'fail',
		description,
		options: [
			{ name: 'Fail Item', value: 'fail', description: fail },
			{ name: 'Output Outcome', value: 'output', description: output },
		],
	});
}

/** Option If Rejected, for writes whose outcomes have a status. */
export const ifRejected = failOrOutput(
	'If Rejected',
	'ifRejected',
	'The item fails with the reason of the service',
	'The item is output with status and reason, for example for an If node',
)('What to do with an item whose change the service rejects');

/** Option If Not Found, for reads by ID. */
export const ifNotFound = failOrOutput(
	'If Not Found',
	'ifNotFound',
	'The item fails with a message',
	'Every item is output with the field found (true or false), for example for an If node',
)('What to do with an item whose object does not exist or is not readable with the API key');

const notReady = failOrOutput(
	'If Not Ready',
	'ifNotReady',
	'The item fails with the state',
	'The item continues with the state, and with the text as far as it exists',
);

/** Option of reads whose text the service still has to make; `text` is a noun such as 'transcript'. */
export function ifNotReady(text: string): Setting {
	return notReady(
		`What to do if the ${text} is not ready. Without this option, the item continues with the state.`,
	);
}

/** Option to wait for such a text. */
export function waitUntilReady(text: string): Setting {
	return {
		displayName: 'Wait Until Ready (Minutes)',
		name: 'waitUntilReady',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 1440, numberPrecision: 2 },
		default: 10,
		description: `Minutes to wait for a ${text} that the service still works on; 0.5 is half a minute`,
	};
}
