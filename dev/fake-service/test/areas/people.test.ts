import { finding, story } from '../kinds';

const ada = { display_name: 'Ada Fields', svc_id: 'ada-fields' };
const providers = { phone: true, email: true, chatapp: false };
const vendors = { vendor_a: false, vendor_b: true, vendor_c: false };

finding('resolvePeople', {
	there: ({ account }) => {
		const { people } = account('a');
		people.set('ada_2', { ...people.get('ada')!, user_ref: 'ada_2', remark: undefined });
	},
	names: 'user_ref',
	finds: [
		[{ query: 'ada fields' }, 'ada ada_2'],
		...['me', 'Myself', ' ME ', '我', '自己', '本人'].map((query): [object, string] => [
			{ query },
			'me',
		]),
		[{ query: 'I' }, 'me ada ada_2'],
		[{ query: '(boat)' }, 'ada'],
		[{ query: 'Ａda-fields' }, 'ada ada_2'],
		// The whole name before the beginning, and that before any other place
		[{ query: 'bo vale' }, 'bo'],
		[{ query: 'bo' }, 'bo ada'],
		// Without a relationship
		[{ query: 'dee-oak' }, ''],
		[{ query: '' }, ''],
	],
	shows: { ada: { user_ref: 'ada', ...ada, relationships: ['contact', 'private_chat'] } },
});
story(
	'the account has a profile and sign-in bindings',
	['resolvePeople', { query: 'me' }, { candidates: [{ relationships: ['self'] }] }],
	['getCurrentUserProfile', {}, { user_ref: 'me', nickname: 'Mira Potter', svc_id: 'mira-potter' }],
	[
		'getCurrentUserAccountBindings',
		{},
		{
			items: Object.entries({ ...providers, ...vendors }).map(([provider, bound]) => {
				return { provider, bound };
			}),
		},
	],
);
