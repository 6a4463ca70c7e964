import { fromInput } from '../../contract/choices';
import { forEach, once, type Area } from '../area';

const all = { returnAll: true };
const recording = fromInput('recording_uid');

export const reads: Area['reads'] = {
	'recording > getAll': () => once(all),
	'recording > get': ({ recordings }) => forEach(recordings.values(), { recording }),
	'speaker > find': () => once({ query: 'a', ...all }),
	'transcript > get': ({ recordings }) => forEach(recordings.values(), { recording }),
	'summary > getAll': () => once(all),
	'summary > getText': ({ summaries }) =>
		forEach(summaries.values(), { summary: fromInput('summary_uid') }),
};
