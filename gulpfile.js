const { execFile } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { promisify } = require('node:util');
const { dest, series, src } = require('gulp');

const run = promisify(execFile);

/** Deletes dist: stale files would be published. */
function clean() {
	return rm('dist', { recursive: true, force: true });
}

/** Compiles TypeScript, and codex files with it, to dist; any diagnostic fails the build and is printed as by tsc. */
async function compile() {
	try {
		await run(process.execPath, [require.resolve('typescript/bin/tsc'), '-p', 'tsconfig.json']);
	} catch (error) {
		throw new Error(`tsc failed\n${error.stdout || error.message}`);
	}
}

/** Copies the icons and output schemas; as in the sources, node files refer to ../../icons/x.svg. */
function assets() {
	const files = ['icons/*.svg', 'nodes/**/__schema__/**/*.json'];
	return src(files, { base: '.', encoding: false }).pipe(dest('dist'));
}

exports.build = series(clean, compile, assets);
