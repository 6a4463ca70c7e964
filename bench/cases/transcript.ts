import type { IDataObject } from 'n8n-workflow';

import type { Case } from '../case';
import { allPages } from '../floors';
import { paged, rows } from '../service/answers';
import { fasterThanHttpRequest, growth, memoryOfFloor, timeOfFloor } from '../targets';
import { SPEAKERS, utterance } from './samples';

const PATH = '/api/v1/recordings/transcript/query';
const MAX = 200;
const body = { recording_uid: 'recording-1', text_mode: 'full', limit: MAX };
const requests = (size: number) => Math.ceil(size / MAX);

/** The HTTP Request node has less to do: it neither joins fragments nor names speakers. */
export const transcript: Case = {
	name: 'transcript',
	title: 'Get a transcript of N utterances',
	sizes: [2000, 20_000],
	answers: (size) => ({
		[PATH]: paged(size, MAX, (from, to) => ({
			recording_uid: 'recording-1',
			found: true,
			transcript_state: 'ready',
			speakers: SPEAKERS,
			utterances: rows(from, to, utterance),
		})),
	}),
	rows: (size) => size,
	contenders: {
		svc: {
			by: 'svc',
			node: 'svcRecordings',
			parameters: {
				resource: 'transcript',
				operation: 'get',
				recording: { __rl: true, mode: 'id', value: 'recording-1' },
				output: 'utterances',
			},
			requests,
		},
		httpRequest: {
			by: 'httpRequest',
			path: PATH,
			body: `={{ ${JSON.stringify(body)} }}`,
			paginated: true,
			splitOut: ['data.utterances'],
			requests,
		},
		floor: {
			by: 'floor',
			run: async (post) =>
				await allPages(post, PATH, body, ({ utterances }) => utterances as IDataObject[]),
			requests,
		},
	},
	targets: [timeOfFloor(1.3), memoryOfFloor(1.5), fasterThanHttpRequest(), growth()],
};
