/** Transcripts of calls and recordings. What areas need of this layer. */
export { transcriptsOf } from './enrichEvents';
export { includeTranscript, withTranscripts } from './includeTranscript';
export type { TranscriptSource } from './readTranscript';
export { transcript } from './transcriptEndpoint';
export {
	maxUtterances,
	onlyForUtterances,
	output,
	speakerNames,
	writtenField,
} from './transcriptFields';
