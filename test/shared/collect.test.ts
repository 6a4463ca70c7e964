import { collect, OUTPUT } from '../../nodes/shared/routing/collect';
import { useService } from '../engine/useService';

const bench = useService();

it('takes 100,000 rows for one item, however they come, and no more', () => {
	const rows: number[] = [];
	collect(rows, Array<number>(OUTPUT.maxRows).fill(1));
	expect(rows).toHaveLength(100_000);
	expect(() => collect(rows, [1])).toThrow('There are more than 100000 results for one item');
});

/** A list with so many rows in one answer. */
const answered = (length: number) =>
	bench.service.faults.add({
		status: 200,
		body: JSON.stringify({
			code: 200,
			data: { items: Array.from({ length }, () => ({ provider: 'email' })) },
		}),
	});
const bindings = {
	node: 'svcAccount',
	parameters: { resource: 'accountBinding', operation: 'getAll' },
};

it('gives n8n 100,000 items for one', async () => {
	answered(100_000);
	expect((await bench.run(bindings)).items).toHaveLength(100_000);
});

it('says in words that there are more, where n8n would break off', async () => {
	answered(100_001);
	const { error } = await bench.run(bindings);
	expect(error?.message).toBe('There are more than 100000 results for one item [item 0]');
});
