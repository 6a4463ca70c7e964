import type { Samples } from './sample';

export const account: Samples = {
	getCurrentUserProfile: { runs: [{ parameters: {}, body: {} }] },
	getCurrentUserAccountBindings: { runs: [{ parameters: {}, body: {} }] },
};
