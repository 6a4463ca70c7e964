const { TestEnvironment } = require('jest-environment-node');
const { Script } = require('node:vm');

/** In the place of the context of a sandbox. */
const NO_SANDBOX = {};
const { runInContext } = Script.prototype;
const { now } = Date;

Script.prototype.runInContext = function (context, options) {
	return context === NO_SANDBOX
		? this.runInThisContext(options)
		: runInContext.call(this, context, options);
};

/**
 * Runs tests without jest's sandbox, in which each access to a global takes a microsecond. Its own Object and Date are not
 * those of Node.js, with whose prototypes the engine `vm` returns values, and n8n asks for these (`isPlainObject` in
 * `transfer` of @n8n/expression-runtime, `instanceof Date`), as it can in a process without jest.
 */
module.exports = class extends TestEnvironment {
	constructor({ projectConfig, ...others }, context) {
		super({ projectConfig, ...others }, context);
		this.context = NO_SANDBOX;
		this.global = globalThis;
		const { moduleMocker, fakeTimersModern } = this;
		this.moduleMocker = new moduleMocker.constructor(globalThis);
		this.fakeTimersModern = new fakeTimersModern.constructor({
			config: projectConfig,
			global: globalThis,
		});
		Object.assign(globalThis, projectConfig.globals, { loadOnce: require });
	}

	/** The clock of the process is that of the next test file, whatever this one has left. */
	async teardown() {
		await super.teardown();
		Date.now = now;
	}
};
