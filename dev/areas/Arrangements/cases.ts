import type { INodeParameters } from 'n8n-workflow';

import { fromInput, uid } from '../../contract/choices';
import type { Account } from '../../fake-service/account';
import { forEach, once, type Area, type WriteCase } from '../area';

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

export const reads: Area['reads'] = {
	'arrangement > getAll': () => once({ returnAll: true }),
	'arrangement > get': ({ arrangements }) =>
		forEach(arrangements.values(), { arrangement: fromInput('arrangement_uid') }),
};

/** A change of a task in progress, which gets a new version. */
const changed =
	(parameters: INodeParameters) =>
	({ arrangements }: Account): WriteCase => {
		const row = [...arrangements.values()].find(({ status }) => status === 'following')!;
		const { version } = row;
		return {
			parameters: { arrangement: uid(row.arrangement_uid), ...parameters },
			made: () => row.version - version,
		};
	};

export const writes: Area['writes'] = {
	'arrangement > create': ({ arrangements }) => ({
		parameters: { title: 'once' },
		made: () => [...arrangements.values()].filter(({ title }) => title === 'once').length,
	}),
	'arrangement > update': changed({ updateFields: { title: 'once' } }),
	'arrangement > setStatus': changed({ status: 'completed' }),
	'arrangement > complete': changed({}),
	'arrangement > delete': changed({}),
};

export const targets: Area['targets'] = [
	{
		name: 'trigger of updates',
		operation: 'queryArrangements',
		paged: 'data',
		reader: { event: 'updated' },
	},
];
