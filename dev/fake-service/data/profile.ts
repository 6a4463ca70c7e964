import type { Documented } from '../../contract/types';
import { day, randomFor, type Seeding } from './seeding';

export interface ProfileData {
	profile: Documented<'AccountProfile'>;
	/** Bound or not, by provider, in the contract's order. */
	bindings: Record<Documented<'SignInBinding'>['provider'], boolean>;
}

export function seedProfile(seeding: Seeding): ProfileData {
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
