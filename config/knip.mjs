/**
 * Finds files, exports and packages that nothing uses, and packages that package.json does not list.
 * @type {import('knip').KnipConfig}
 */
export default {
	entry: [
		'nodes/**/*.node.ts',
		'credentials/*.ts',
		'{bench,dev/*}/main.ts',
		'dev/scripts/*.{ts,mts}',
		// Loaded by the name of their folder
		'dev/areas/*/index.ts',
		// Run as processes or threads of their own
		'bench/{loader,neighbours,sender,troubled,worker}.ts',
		'test/scale/abandoned.ts',
		'test/soak/worker.ts',
		'{dev/n8n,test/scale}/*.cjs',
		// Loaded by tools
		'test/support/*.js',
		'.ci/*.js',
		'{bench,dev,test}/eslint.config.mjs',
		'config/*.{js,mjs,cjs}',
		'gulpfile.js',
	],
	project: ['{.ci,bench,config,credentials,dev,nodes,test}/**/*.{ts,mts,js,cjs,mjs}', '*.{js,mjs}'],
	ignoreDependencies: [
		// Imported by names that TypeScript does not resolve
		'@n8n/scan-community-package',
		'js-tiktoken',
		'license-checker-rseidelsohn',
		// A plugin that StrykerJS finds
		'@stryker-mutator/jest-runner',
	],
	// Its configuration is that of a part of the tests, which an environment variable names
	stryker: false,
};
