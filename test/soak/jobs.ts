import type { INodeParameters } from 'n8n-workflow';

import type { Input, Report } from './storm';
import type { Sample } from './memory';

/** Requests to the process under test, and its answers. */

/** Words in the text of every third event of transcriptWithWord. */
export const WORD = 'invoice';

/** The triggers that poll in every round. */
export const TRIGGERS = {
	newCall: { node: 'svcCallsTrigger', parameters: {} },
	summaryReady: { node: 'svcCallsTrigger', parameters: {} },
	transcriptReady: {
		node: 'svcCallsTrigger',
		parameters: { filters: { textContains: WORD }, includeTranscript: 'no' },
	},
	newRecording: { node: 'svcRecordingsTrigger', parameters: {} },
	newRecord: { node: 'svcRecordsTrigger', parameters: {} },
	newMessage: { node: 'svcChatTrigger', parameters: {} },
	newReply: { node: 'svcWorldTrigger', parameters: {} },
} satisfies Record<string, { node: string; parameters: INodeParameters }>;

export type TriggerName = keyof typeof TRIGGERS;

/** Settings of the process, from its start on. */
export interface Start {
	url: string;
	/** Time of the activation, in Unix milliseconds */
	now: number;
	/** True for a process with defects on purpose, which the soak must find */
	defective: boolean;
}

/** One minute of n8n: a poll of each trigger, and executions that write, list, and are stopped. */
export interface Round {
	apiKey: string;
	/** Time of the service's clock, and of n8n's */
	now: number;
	creates: Input[];
	updates: Input[];
	/** True for Retry On Fail, false for On Error = continue */
	retries: boolean;
	/** Milliseconds until an execution is stopped */
	stopAfter: number;
	/** True if memory is to be measured after the round */
	sample: boolean;
}

export interface Done {
	/** Keys of the events of each trigger */
	events: Record<string, string[]>;
	failedPolls: number;
	creates: Report;
	updates: Report;
	/** UIDs of a list that succeeded */
	list?: string[];
	/** Rows of a list as a file that succeeded */
	fileRows?: number;
	sample?: Sample;
}

/** Task of the process: a round, or to say what is left after the last one. */
export type Task = { round: Round } | { end: true };
