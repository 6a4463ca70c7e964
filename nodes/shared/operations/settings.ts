import type { RowSettings } from '../rows/rowSettings';
import type { ValueSettings } from '../values/valueSettings';

/** Settings of operations, by parameter name. Those that an operation does not have or the user has not set are undefined. */
export interface Settings extends RowSettings, ValueSettings {
	returnAll?: boolean;
	limit?: number;
	ifNotFound?: string;
	ifNotReady?: string;
	/** Minutes */
	waitUntilReady?: number;
	ifRejected?: string;
	validateOnly?: boolean;
	writeOncePer?: string;
}
