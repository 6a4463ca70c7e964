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
