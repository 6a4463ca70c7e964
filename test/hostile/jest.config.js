/** `npm run test:hostile`: the heavy cases. `npm test` runs the same tests with small figures. */
const everyday = require('../../jest.config.js');

module.exports = {
	...everyday,
	rootDir: '../..',
	roots: ['<rootDir>/test/hostile'],
	setupFiles: [...everyday.setupFiles, '<rootDir>/test/hostile/heavy.js'],
};
