/** Transcripts of calls and recordings. Areas import this layer from here. */
export { transcriptsOf } from './includeTranscript';
export { includeTranscript, transcriptNote, withTranscripts } from './includeTranscript';
export type { TranscriptSource } from './readTranscript';
export { transcript } from './transcriptEndpoint';
export { transcriptOutput } from './transcriptOutput';
export { maxUtterances, output, speakerNames, writtenFields } from './transcriptFields';
