/**
 * Prints how many files of nodes/ each journey enters, how often it moves between files, and into which ones it moves
 * most: `npx tsx dev/walk/main.ts`.
 */
import { walk } from './walk';

async function main(): Promise<void> {
	for (const { journey, files, moves, into } of await walk()) {
		const most = into.slice(0, 5).map(([file, count]) => `${file} ${count}`);
		console.log(`${journey}: ${files} files, ${moves} moves\n  ${most.join(', ')}`);
	}
}

void main();
