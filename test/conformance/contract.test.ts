import { DOCUMENTED } from './documented';
import { OPERATIONS } from './schema';

const documented = Object.entries(DOCUMENTED).flatMap(([area, operations]) =>
	Object.entries(operations).map(([id, path]) => ({ area, id, path })),
);

it('describes all 80 operations, each at its path and in its area, and no other', () => {
	expect(documented).toHaveLength(80);
	const described = OPERATIONS.map(({ area, id, path }) => ({ area, id, path }));
	const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
	expect(described.sort(byId)).toEqual(documented.sort(byId));
});

it('knows no method but POST', () => {
	expect(new Set(OPERATIONS.flatMap(({ methods }) => methods))).toEqual(new Set(['post']));
});
