import type { Handlers } from '../call';
import { account } from './account';
import { arrangements } from './arrangements';
import { bots } from './bots';
import { calls } from './calls';
import { chatConversations } from './chatConversations';
import { chatMembers } from './chatMembers';
import { chatMessages } from './chatMessages';
import { chatModeration } from './chatModeration';
import { chatSearch } from './chatSearch';
import { chatSend } from './chatSend';
import { importedChat } from './importedChat';
import { people } from './people';
import { recordings } from './recordings';
import { recordingSummaries } from './recordingSummaries';
import { recordingTranscripts } from './recordingTranscripts';
import { recordReads } from './records';
import { recordSearch } from './recordSearch';
import { recordWrites } from './recordWrites';
import { teams } from './teams';
import { world } from './world';

/** All operations of the contract, by operationId. */
export const handlers: Required<Handlers> = {
	...account,
	...people,
	...chatConversations,
	...chatMessages,
	...chatSearch,
	...chatSend,
	...chatModeration,
	...chatMembers,
	...importedChat,
	...recordings,
	...recordingTranscripts,
	...recordingSummaries,
	...calls,
	...recordReads,
	...recordSearch,
	...recordWrites,
	...arrangements,
	...teams,
	...world,
	...bots,
};
