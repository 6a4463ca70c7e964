const { execFile } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { promisify } = require('node:util');
const { dest, parallel, series, src } = require('gulp');

const run = promisify(execFile);

/** Stale files in dist would be published. */
function clean() {
	return rm('dist', { recursive: true, force: true });
}

/** TypeScript to dist; any diagnostic fails the build and is shown as tsc words it. */
async function compile() {
	try {
		await run(process.execPath, [require.resolve('typescript/bin/tsc'), '-p', 'tsconfig.json']);
	} catch (error) {
		throw new Error(`tsc failed\n${error.stdout || error.message}`);
	}
}

/** Schemas of what operations put out, which the editor offers before a node has run; see dev/outputSchemas. */
async function outputSchemas() {
	try {
		await run(process.execPath, [require.resolve('tsx/cli'), 'scripts/output-schemas.ts']);
	} catch (error) {
		throw new Error(`The output schemas cannot be made\n${error.stderr || error.message}`);
	}
}

/** Node files name their icons as ../../icons/x.svg, which holds in dist as it does here. */
function icons() {
	return src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
}

/** Codex files (search words, categories) stand beside their compiled nodes. */
function codex() {
	return src('nodes/**/*.node.json', { encoding: false }).pipe(dest('dist/nodes'));
}

exports.build = series(clean, compile, parallel(icons, codex, outputSchemas));
