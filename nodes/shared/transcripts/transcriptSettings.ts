/** Settings of Transcript > Get and of lists with transcripts, by parameter name. */
export interface TranscriptSettings {
	includeTranscript?: string;
	maxUtterances?: number;
	output?: string;
	speakerNames?: boolean;
	/** Words: a text has only the utterances with one of them, and those beside them */
	textContains?: string[];
}
