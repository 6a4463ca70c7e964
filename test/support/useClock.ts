import type { ServiceFixture } from './useService';

/** Makes the clock of the fake service that of the nodes too, during each test. */
export function useClock(fixture: Pick<ServiceFixture, 'service'>): void {
	const realNow = Date.now;
	beforeEach(() => {
		Date.now = () => fixture.service.now();
	});
	afterEach(() => {
		Date.now = realNow;
	});
}
