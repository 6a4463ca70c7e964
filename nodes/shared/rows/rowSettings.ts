/** Settings of the form of the output, by parameter name. Those that the user has not set are undefined. */
export interface RowSettings {
	simplify?: boolean;
	outputAs?: string;
	/** Name of the binary field for files */
	binaryPropertyName?: string;
	fileName?: string;
	/** What to put out for a file without rows */
	ifEmpty?: string;
	/** Language tag of a text or table */
	language?: string;
	/** Headings of a text */
	groupBy?: string;
	textFields?: string[];
	/** Text of a list without rows */
	textIfEmpty?: string;
}
