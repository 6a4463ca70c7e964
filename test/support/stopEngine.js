// An expression takes this engine five to ten times the processor time of the older one, and each execution has an isolate.
jest.setTimeout(300_000);

// The isolates of a test file would keep their memory in the process, which goes on with the next file.
afterAll(async () => {
	const { stopExpressionEngine } = require('../../dev/engine/expressions');
	await stopExpressionEngine();
});
