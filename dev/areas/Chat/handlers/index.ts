import type { Handlers } from '../../../fake-service/call';
import { conversations } from './conversations';
import { members } from './members';
import { messages } from './messages';
import { moderation } from './moderation';
import { search } from './search';
import { sending } from './send';

export const handlers: Handlers = {
	...conversations,
	...members,
	...messages,
	...moderation,
	...search,
	...sending,
};
