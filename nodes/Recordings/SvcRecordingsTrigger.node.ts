import type { INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { searchPeople } from '../shared/form';
import { declareTrigger } from '../shared/polling';
import { newRecording } from './events/newRecording';
import { recordingSealed } from './events/recordingSealed';
import { summaryCompleted } from './events/summaryCompleted';
import { summaryFailed } from './events/summaryFailed';
import { transcriptFailed } from './events/transcriptFailed';
import { transcriptReady } from './events/transcriptReady';
import { searchSpeakers } from './locators/speaker';

const { properties, subtitle, poll } = declareTrigger([
	newRecording,
	recordingSealed,
	transcriptReady,
	summaryCompleted,
	transcriptFailed,
	summaryFailed,
]);

export class SvcRecordingsTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Svc Recordings Trigger',
		name: 'svcRecordingsTrigger',
		icon: {
			light: 'file:../../icons/recordings.svg',
			dark: 'file:../../icons/recordings.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle,
		// n8n's node panel shows this text for the action node and the trigger together (n8n 2.41, useActionsGeneration.ts)
		description:
			'Read recordings, transcripts and summaries, or start a workflow when one is new or ready',
		defaults: { name: 'Svc Recordings Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'svcApi', required: true }],
		properties,
	};

	methods = { listSearch: { searchPeople, searchSpeakers } };

	async poll(this: IPollFunctions) {
		return await poll(this);
	}
}
