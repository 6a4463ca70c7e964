import type { INodeParameters } from 'n8n-workflow';

import { uid } from '../choices';
import { nameOf, type OfferedOperation } from '../offered';
import { account } from './account';
import { arrangements } from './arrangements';
import { bots } from './bots';
import { calls } from './calls';
import { chat } from './chat';
import { importedChat } from './importedChat';
import { people } from './people';
import { recordings } from './recordings';
import { records } from './records';
import { teams } from './teams';
import { world } from './world';
import type { Samples } from './sample';

/** The samples of all operations. */
export const SAMPLES = {
	...account,
	...people,
	...chat,
	...importedChat,
	...recordings,
	...calls,
	...records,
	...arrangements,
	...teams,
	...world,
	...bots,
} as Required<Samples>;

/** Parameters of operations that send an operation of the contract in another way than the one with its sample. */
const VARIANTS: Record<string, INodeParameters> = {
	'svcChat: message > update': { conversation: uid('chat_1'), sequence: 4, text: 'Hello' },
	'svcArrangements: arrangement > complete': { arrangement: uid('arrangement_1') },
	'svcRecords: record > appendText': { record: uid('record_1'), text: 'Glaze the bowls' },
};

/** True for the operation of a node that offers an operation of the contract as it is. */
export function isPlain(offered: OfferedOperation): boolean {
	return !(nameOf(offered) in VARIANTS);
}

/** The sets of parameters of an operation. */
export function parametersOf(offered: OfferedOperation): INodeParameters[] {
	if (!isPlain(offered)) return [VARIANTS[nameOf(offered)]];
	return SAMPLES[offered.contract!.id].runs.map(({ parameters }) => parameters);
}
