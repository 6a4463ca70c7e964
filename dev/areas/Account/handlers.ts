import type { ResultOf } from '../../contract/types';
import type { Handlers } from '../../fake-service/call';

/** Account: the profile and its sign-in bindings. */
export const handlers: Handlers = {
	getCurrentUserProfile: (call) => call.account.profile,

	getCurrentUserAccountBindings: (call) => ({
		items: Object.entries(call.account.bindings).map(
			([provider, bound]) => ({ provider, bound }) as ResultOf<'getCurrentUserAccountBindings'>,
		),
	}),
};
