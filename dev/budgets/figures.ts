// First, so that the walk's instrumentation is there before any node is loaded
import { walk } from '../walk/walk';
import { filesIn, read } from '../../test/support/repository';
import type { Figures } from './budgets';
import { formFigures } from './forms';

/** Measures everything that has a bound. */
export async function measure(): Promise<Figures> {
	return { ...formFigures(), ...sizeFigures(), ...(await walkFigures()) };
}

function sizeFigures(): Figures {
	const docs = ['README.md', 'CONTRIBUTING.md', ...textsIn(['docs', 'examples'], '.md')];
	const { scripts } = JSON.parse(read('package.json')) as { scripts: object };
	return {
		'words of docs': total(docs, (text) => text.split(/\s+/).filter(Boolean).length),
		'npm scripts': Object.keys(scripts).length,
		'lines of nodes': total(textsIn(['nodes'], '.ts').filter(isWritten), linesOf),
		'lines of dev and test': total(textsIn(['dev', 'test'], '.ts'), linesOf),
	};
}

/** False for the files that are generated from the contract. */
function isWritten(file: string): boolean {
	return !read(file).startsWith('// Written from');
}

function textsIn(folders: string[], ending: string): string[] {
	return folders.flatMap(filesIn).filter((file) => file.endsWith(ending));
}

function linesOf(text: string): number {
	return text.split('\n').length - 1;
}

function total(files: string[], sizeOf: (text: string) => number): number {
	return files.reduce((sum, file) => sum + sizeOf(read(file)), 0);
}

async function walkFigures(): Promise<Figures> {
	const figures = (await walk()).flatMap(({ journey, files, moves }) => [
		[`walk, ${journey}, files`, files],
		[`walk, ${journey}, moves`, moves],
	]);
	return Object.fromEntries(figures) as Figures;
}
