import { type Field } from './field';

const ZONE = 'Without a time zone in the value, the workflow time zone counts.';

/** The beginning of a span of time; `meaning` says of what, and what happens without it. */
export function start(meaning: string): Field {
	return bound('Start', 'startAt', 'start_at', meaning);
}

/** The end of a span of time. */
export function end(meaning: string): Field {
	return bound('End', 'endAt', 'end_at', meaning);
}

/** A bound by any name. */
export function bound(displayName: string, name: string, property: string, meaning: string): Field {
	const description = `${meaning}. ${ZONE}`;
	return {
		displayName,
		name,
		type: 'dateTime',
		default: '',
		description,
		routing: { send: { type: 'body', property } },
	};
}
