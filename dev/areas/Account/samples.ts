import type { Samples } from '../../contract/sample';

export const samples: Samples = {
	getCurrentUserProfile: { runs: [{ parameters: {}, body: {} }] },
	getCurrentUserAccountBindings: { runs: [{ parameters: {}, body: {} }] },
};
