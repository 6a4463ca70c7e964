/** Transcripts of calls and recordings. Areas import this layer from here. */
export {
	includeTranscript,
	transcriptNote,
	transcriptsOf,
	withTranscripts,
} from './includeTranscript';
export type { TranscriptSource } from './readTranscript';
export { transcript } from './transcriptEndpoint';
export { transcriptOutput } from './transcriptOutput';
export { maxUtterances, output, speakerNames, writtenFields } from './transcriptFields';
