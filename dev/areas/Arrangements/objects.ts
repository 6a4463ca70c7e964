import type { Area } from '../area';

export const objects: Area['objects'] = ({ arrangements }) => ({
	arrangement: [...arrangements.values()]
		.filter(({ status }) => status === 'identified' || status === 'following')
		.map(({ arrangement_uid }) => arrangement_uid),
});

export const rows: Area['rows'] = {
	transitionArrangements: ({ arrangements }) =>
		[...arrangements.values()]
			.filter(({ status }) => status === 'following')
			.map(({ arrangement_uid }) => ({ arrangement_1: arrangement_uid, status: 'completed' })),
};
