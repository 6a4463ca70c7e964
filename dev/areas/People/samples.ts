import type { Samples } from '../../contract/sample';

export const samples: Samples = {
	resolvePeople: {
		runs: [
			{
				parameters: { query: 'Ada', limit: 7 },
				body: { items: [{ item_id: '0', query: 'Ada', limit: 7 }] },
			},
		],
	},
};
