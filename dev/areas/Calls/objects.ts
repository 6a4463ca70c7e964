import type { Area } from '../area';

export const objects: Area['objects'] = ({ calls }) => ({
	call: [...calls.values()]
		.filter((call) => call.transcript_state === 'ready' && call.summary_state === 'ready')
		.map(({ call_uid }) => call_uid),
});
