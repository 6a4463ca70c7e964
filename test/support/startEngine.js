/** Before each test file: the engine of expressions that n8n's server starts. */
module.exports = async () => {
	const { startExpressionEngine } = require('../../dev/engine/expressions');
	await startExpressionEngine();
};
