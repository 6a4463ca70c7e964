import { previousOf, Statuses } from '../../nodes/shared/polling/statusChanges';

const isFinal = (status: string) => status === 'completed';
const full = Statuses.most;

it('keeps statuses and versions in its stored form', () => {
	const statuses = new Statuses(isFinal);
	statuses.set('a', 'following', 3);
	statuses.set('b', 'completed', 40);
	statuses.set('a', 'identified', 4);
	const again = new Statuses(isFinal, statuses.stored());
	expect(again.get('a')).toEqual({ status: 'identified', version: 4 });
	expect(again.get('b')).toEqual({ status: 'completed', version: 40 });
	expect(again.get('c')).toBeUndefined();
	expect(again.stored()).toEqual(statuses.stored());
});

it.each([1, 35, 36, 1_295, 46_656, Number.MAX_SAFE_INTEGER])(
	'keeps the latest changes within its room at version %i',
	(version) => {
		const statuses = new Statuses(isFinal);
		for (let i = 0; i < full; i++) statuses.set(`o${i}`, 'following', version);
		const stored = statuses.stored();
		expect(JSON.stringify(stored).length).toBeLessThan(61_000);
		expect(statuses.isFull).toBe(true);
		const again = new Statuses(isFinal, stored);
		expect(again.get(`o${full - 1}`)).toEqual({ status: 'following', version });
		expect(again.get('o0') !== undefined).toBe(version < 1_296);
	},
);

it('forgets completed objects before open ones, and the oldest change first', () => {
	let statuses = new Statuses(isFinal);
	for (let i = 0; i < full; i++) statuses.set(`o${i}`, i < 2 ? 'completed' : 'following', 1);
	expect(statuses.isFull).toBe(true);
	const known = () => {
		statuses = new Statuses(isFinal, statuses.stored());
		return ['o0', 'o1', 'o2', 'o3'].filter((id) => statuses.get(id));
	};
	expect(known()).toEqual(['o0', 'o1', 'o2', 'o3']);
	statuses.set('n0', 'following', 1);
	expect(known()).toEqual(['o1', 'o2', 'o3']);
	statuses.set('n1', 'following', 1);
	statuses.set('n2', 'following', 1);
	expect(known()).toEqual(['o3']);
	// A known object takes no further room
	statuses.set('o3', 'identified', 2);
	expect(known()).toEqual(['o3']);
	expect(JSON.stringify(statuses.stored()).length).toBeLessThan(56_000);
});

it.each<[version: number, before: string[], previous: string | undefined]>([
	[35, [], 'following'],
	[36, [], 'following'],
	[36, ['identified'], 'following'],
	[37, [], undefined],
	[37, ['following', 'completed'], 'following'],
	[38, ['following', 'completed'], undefined],
	[37, ['identified'], 'identified'],
	[70, ['identified'], 'identified'],
	[71, [], undefined],
	[72, ['following', 'completed'], undefined],
	[34, ['following', 'completed'], undefined],
	[34, ['identified'], 'identified'],
])(
	'following at version 35, then another status at version %i, to which %j lead: %s',
	(version, before, previous) => {
		expect(previousOf({ status: 'following', version: 35 }, version, before)).toBe(previous);
	},
);
