import { writtenTimeIn } from '../../rows/writtenTime';

/** Function that writes the time of a list entry as texts have it: `Sat 21 Nov, 20:17`. */
export function timesIn(zone: string): (time: unknown) => string {
	const { whole } = writtenTimeIn(zone, 'en', Date.now());
	return (time) => {
		const millis = new Date(time as number | string).getTime();
		return Number.isNaN(millis) ? 'unknown time' : whole(millis);
	};
}
