import type { Case } from '../case';
import { createArrangements, createInNode, overhead } from './createArrangements';
import { exportFiles } from './exportFiles';
import { exportMessages } from './exportMessages';
import { exportRecords } from './exportRecords';
import { pollMessages } from './pollMessages';
import { pollReplies } from './pollReplies';
import { polls } from './polls';
import { readCalls } from './readCalls';
import { searchRecords } from './searchRecords';
import { transcript } from './transcript';
import { updateFromFields, updateRecords } from './updateRecords';

/** Cases in the order in which they run. */
export const CASES: Case[] = [
	exportRecords,
	exportMessages,
	...exportFiles,
	createArrangements,
	createInNode,
	overhead,
	readCalls,
	updateRecords,
	updateFromFields,
	searchRecords,
	transcript,
	...polls,
	...pollMessages,
	...pollReplies,
];

export function caseNamed(name: string): Case {
	const found = CASES.find((each) => each.name === name);
	if (!found) throw new Error(`Unknown case: ${name}`);
	return found;
}
