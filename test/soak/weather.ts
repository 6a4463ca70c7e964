import type { Service } from '../../dev/fake-service/index';
import { rage } from './storm';

/** A kind of weather: faults of the service, or limits, for some rounds. */
type Weather = (service: Service, random: () => number) => void;

/** Makes a share of all requests fail in one way. */
const some =
	(share: number, fault: Parameters<Service['faults']['add']>[0]): Weather =>
	(service, random) =>
		service.faults.add({ match: () => random() < share, times: Infinity, ...fault });

const TRUNCATED = '{"code":200,"message":"ok","data":{"items":[{"record_';

export const WEATHER: Record<string, Weather> = {
	calm: () => {},
	/** 429, 502, 503, connections lost before and after the request was carried out, no answers */
	storm: rage,
	errors: (service, random) => {
		some(0.1, { status: 500 })(service, random);
		some(0.05, { status: 500, processFirst: true })(service, random);
		some(0.05, { rewrite: () => '<html>Bad gateway</html>' })(service, random);
		some(0.05, { rewrite: () => TRUNCATED })(service, random);
	},
	slow: (service, random) => {
		some(0.2, { bodyMs: 150 })(service, random);
		some(0.05, { bodyMs: 1_000 })(service, random);
		some(0.1, { delayMs: 100 })(service, random);
	},
	limits: (service) => {
		service.limits = { maxInFlight: 3, perSecond: 40 };
	},
};

/** Ends what came before, and begins another weather. */
export function setWeather(name: string, service: Service, random: () => number): void {
	service.faults.clear();
	service.limits = {};
	WEATHER[name](service, random);
}
