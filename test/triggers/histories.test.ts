import { overrideLimits } from '../../dev/limits';
import { SIMULATIONS } from '../support/effort';
import { seedOf } from '../support/random';
import { flawOf, historiesOf, inEngine, inMemory, KINDS, play } from './histories';

/** Number of histories; nightly all of them. */
const COUNT = SIMULATIONS * 100;

/** One in this number of histories is also played through n8n's engine. */
const REPLAYED = 1000;

let restore: () => void;
beforeAll(() => (restore = overrideLimits({ firstBackoff: 0 })));
afterAll(() => restore());

describe.each(KINDS.map((kind) => [kind.event.value, kind] as const))(
	'all short histories of %s',
	(_name, kind) => {
		it('lose, repeat and invent nothing', async () => {
			const { count, at } = historiesOf(kind);
			const wanted = Math.min(count, Math.ceil(COUNT / KINDS.length));
			const first = seedOf(kind.event.value) % count;
			const start = performance.now();
			let polls = 0;
			let replayed = 0;
			for (let i = 0; i < wanted; i++) {
				// Evenly distributed over all histories
				const place = (first + Math.floor((i * count) / wanted)) % count;
				const history = at(place);
				const polled = await play(history, inMemory(history));
				polls += polled.length;
				const flaw = flawOf(history, polled);
				if (flaw) throw new Error(told(flaw, place, { ...history, kind: kind.event.value }));
				if (i % REPLAYED !== 0) continue;
				replayed++;
				const again = await play(history, inEngine(history, `${kind.event.value}_${place}`));
				expect(again).toEqual(polled);
			}
			const ms = performance.now() - start;
			process.stdout.write(
				`${kind.event.value}: ${wanted} of ${count} histories, ${polls} polls, ${replayed} replayed, ` +
					`${(ms / 1000).toFixed(1)} s, ${(ms / polls).toFixed(3)} ms a poll\n`,
			);
		});
	},
);

function told(flaw: object, place: number, history: object): string {
	return `History ${place}: ${JSON.stringify(flaw)}\n${JSON.stringify(history, null, 1)}`;
}
