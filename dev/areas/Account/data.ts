import type { AccountData } from '../../fake-service/account';
import type { Area } from '../area';
import type { Documented } from '../../contract/types';
import { day, randomFor, type Seeding } from '../../fake-service/data/seeding';

declare module '../../fake-service/account' {
	interface AccountData {
		profile: Documented<'AccountProfile'>;
		/** Bound or not, by provider, in the contract's order. */
		bindings: Record<Documented<'SignInBinding'>['provider'], boolean>;
	}
}

function seedProfile(seeding: Seeding): Pick<AccountData, 'profile' | 'bindings'> {
	const random = randomFor(seeding, 'profile');
	const a = seeding.account === 'a';
	return {
		profile: {
			user_ref: random.uid('usr'),
			nickname: a ? 'Mira Potter' : 'Theo Lantern',
			svc_id: a ? 'mira-potter' : 'theo-lantern',
			created_at: seeding.now - random.int(1300, 1700) * day,
		},
		bindings: {
			phone: a,
			email: true,
			chatapp: a,
			vendor_a: false,
			vendor_b: a,
			vendor_c: false,
		},
	};
}

export const data: Area['data'] = { profile: seedProfile, bindings: seedProfile };
