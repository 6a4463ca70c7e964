const { execFile } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { promisify } = require('node:util');
const { dest, parallel, series, src } = require('gulp');

const run = promisify(execFile);

/** Deletes dist: stale files would be published. */
function clean() {
	return rm('dist', { recursive: true, force: true });
}

/** Compiles TypeScript to dist; any diagnostic fails the build and is printed as by tsc. */
async function compile() {
	try {
		await run(process.execPath, [require.resolve('typescript/bin/tsc'), '-p', 'tsconfig.json']);
	} catch (error) {
		throw new Error(`tsc failed\n${error.stdout || error.message}`);
	}
}

/** Generates the output schemas, from which the editor offers fields before a node has run; see dev/outputSchemas. */
async function outputSchemas() {
	try {
		await run(process.execPath, [require.resolve('tsx/cli'), 'scripts/output-schemas.ts']);
	} catch (error) {
		throw new Error(`The output schemas could not be generated\n${error.stderr || error.message}`);
	}
}

/** Copies the icons: node files refer to ../../icons/x.svg, in dist as in the sources. */
function icons() {
	return src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));
}

/** Copies the codex files (search words, categories) beside their compiled nodes. */
function codex() {
	return src('nodes/**/*.node.json', { encoding: false }).pipe(dest('dist/nodes'));
}

exports.build = series(clean, compile, parallel(icons, codex, outputSchemas));
