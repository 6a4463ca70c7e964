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

/** One row for each operation that a node has. */
export const SAMPLES: Samples = {
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
};
