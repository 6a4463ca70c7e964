/** Settings of Transcript > Get and of lists with transcripts, by parameter name. */
export interface TranscriptSettings {
	includeTranscript?: string;
	maxUtterances?: number;
	output?: string;
	speakerNames?: boolean;
}
