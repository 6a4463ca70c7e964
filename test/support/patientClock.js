/**
 * The clock by which nodes and the fake service measure waits and limits of time, for tests: time in which the process
 * could not run does not count. On a busy machine no answer is slow and no limit is reached that would not be on an idle
 * one.
 */

/** Milliseconds between two looks at the real clock, and the most that count between two of them. */
const EVERY = 5;
const MOST = 20;

let looking;
beforeAll(() => {
	const realNow = () => Object.getPrototypeOf(performance).now.call(performance);
	let last = realNow();
	let counted = last;
	// The object is that of the process, which runs further test files
	performance.now = () => {
		const real = realNow();
		counted += Math.min(real - last, MOST);
		last = real;
		return counted;
	};
	looking = setInterval(performance.now, EVERY).unref();
});
afterAll(() => {
	clearInterval(looking);
	delete performance.now;
});
