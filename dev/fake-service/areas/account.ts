import type { Handler } from '../call';

/** Account: the profile and its sign-in bindings. */
export const account: Record<string, Handler> = {
	getCurrentUserProfile: (call) => call.account.profile,

	getCurrentUserAccountBindings: (call) => ({
		items: Object.entries(call.account.bindings).map(([provider, bound]) => ({ provider, bound })),
	}),
};
