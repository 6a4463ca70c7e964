import type { IDataObject } from 'n8n-workflow';

import { currentVersion, refusedChange } from '../../nodes/shared/operations/writes/recordVersion';

/** Records that can be changed, by what the service shows of them. */

describe('a record', () => {
	const record = { creator_user_ref: 'me', state: 'available', version: 3 };

	it.each<[string, IDataObject, string | undefined, string | undefined]>([
		['of this account', {}, 'me', undefined],
		['of somebody else', {}, 'you', 'not_self_created'],
		['whose account cannot be read', {}, undefined, undefined],
		['that is protected', { state: 'protected' }, 'me', 'protected'],
		['that is deleted', { state: 'deleted' }, 'me', 'not_active'],
		['in a state that nobody knows', { state: 'archived' }, 'me', 'invalid_record_state'],
	])(
		'%s can be changed, or is refused with the contract’s reason',
		(_which, more, user, reason) => {
			expect(refusedChange({ ...record, ...more }, user)).toBe(reason);
		},
	);

	it('without a version cannot be changed', () => {
		expect(currentVersion.value(record)).toBe(3);
		const value = currentVersion.value({ state: 'protected', version: null });
		expect(value).toMatchObject({ failure: { reason: 'protected' } });
		// Nothing says that an available one is gone
		for (const version of ['three', null, undefined])
			expect(() => currentVersion.value({ ...record, version })).toThrow('version');
	});
});
