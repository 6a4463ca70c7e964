/** `npm run test:histories`: 20,000 random histories for each event. `npm test` plays 1,000. */
const everyday = require('../../jest.config.js');

module.exports = {
	...everyday,
	rootDir: '../..',
	roots: ['<rootDir>/test/polling'],
	setupFiles: [...everyday.setupFiles, '<rootDir>/test/polling/long.js'],
};
