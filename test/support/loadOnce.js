/** Transformer of jest that loads a module as Node.js does, so that all test files of a process have the same one. */
module.exports = {
	process: (_code, file) => ({ code: `module.exports = loadOnce(${JSON.stringify(file)});` }),
};
