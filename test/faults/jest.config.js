/** `npm run test:faults`: the heavy cases. `npm test` runs the same tests with small figures. */
const everyday = require('../../jest.config.js');

module.exports = {
	...everyday,
	rootDir: '../..',
	roots: ['<rootDir>/test/faults'],
	setupFiles: [...everyday.setupFiles, '<rootDir>/test/faults/heavy.js'],
};
