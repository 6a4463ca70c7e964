import type { Samples } from './sample';

export const people: Samples = {
	resolvePeople: {
		runs: [
			{
				parameters: { query: 'Ada', limit: 7 },
				body: { items: [{ item_id: '0', query: 'Ada', limit: 7 }] },
			},
		],
	},
};
