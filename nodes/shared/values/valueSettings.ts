/** Settings that say how values are read, by parameter name. */
export interface ValueSettings {
	/** Request fields that an empty value clears */
	clearFields?: string[];
	dayOrMonthFirst?: 'day' | 'month';
	ifTooLong?: string;
	ignoreEmptyFilters?: boolean;
	period?: string;
}
