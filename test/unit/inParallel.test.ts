import { setTimeout as sleep } from 'node:timers/promises';

import { inParallel } from '../../nodes/shared/api/batchItems';

it('starts nothing after an error, and throws it after running work has ended', async () => {
	const begun: number[] = [];
	const ended: number[] = [];
	const parts = Array.from({ length: 20 }, (_, i) => i);
	const work = inParallel(parts, async (part) => {
		begun.push(part);
		await sleep(part === 1 ? 5 : 30);
		if (part === 1) throw new Error('no');
		ended.push(part);
	});
	await expect(work).rejects.toThrow('no');
	expect(begun.filter((part) => part !== 1)).toEqual(ended);
	expect(begun.length).toBeLessThan(parts.length);
	const before = begun.length;
	await sleep(60);
	expect(begun).toHaveLength(before);
});
