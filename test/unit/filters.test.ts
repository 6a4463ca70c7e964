import type { IDataObject } from 'n8n-workflow';

import { widen } from '../../nodes/shared/polling/state';

const values = (filters: IDataObject) => ({ filters, own: {} });

it.each([
	['more values of a list', { directions: ['in'] }, { directions: ['in', 'out'] }, true],
	['fewer values of a list', { directions: ['in', 'out'] }, { directions: ['in'] }, false],
	['other values of a list', { directions: ['in'] }, { directions: ['out'] }, false],
	['a condition less', { directions: ['in'], tag: 'a' }, { directions: ['in'] }, true],
	['a condition more', { directions: ['in'] }, { directions: ['in'], tag: 'a' }, false],
	['another value', { tag: 'a' }, { tag: 'b' }, false],
])(
	'compared with the earlier filters, %s: from %j to %j lets all of them through is %s',
	(_, before, now, does) => {
		expect(widen(values(before), values(now))).toBe(does);
	},
);
