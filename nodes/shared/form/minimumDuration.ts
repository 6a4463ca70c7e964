import type { IDataObject } from 'n8n-workflow';

import { MINUTE } from '../durations';
import type { RowSettings } from '../rows/row';
import type { Setting } from './field';

/** Setting of the filter Minimum Duration. */
export interface DurationSettings {
	/** Minutes */
	minimumDuration?: number;
}

/**
 * The filter on the length of calls or recordings. The node applies it, since the contract has no such filter. `things`
 * is a plural noun, and `unfinished` is a sentence without the final period on what counts before the end is known.
 */
export function minimumDuration(things: string, unfinished: string): Setting {
	return {
		displayName: 'Minimum Duration (Minutes)',
		name: 'minimumDuration',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 43_200, numberPrecision: 2 },
		default: 5,
		description: `Only ${things} of at least so many minutes. ${unfinished}.`,
	};
}

/** True for a call or recording that lasts as long as the user wants. */
export function lastsEnough(
	{ duration_ms }: IDataObject,
	{ minimumDuration: minutes = 0 }: DurationSettings,
): boolean {
	// A fraction of minutes need not be a whole number of milliseconds
	return (Number(duration_ms) || 0) >= Math.round(minutes * MINUTE);
}

/** The filter of a list by Minimum Duration; undefined where every row lasts long enough. */
export function keepsLong({ settings }: { settings: DurationSettings & RowSettings }) {
	return settings.minimumDuration ? (row: IDataObject) => lastsEnough(row, settings) : undefined;
}
