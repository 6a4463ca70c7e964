/** What the contract demands of a value beyond what n8n's own property types and options can say. */
export interface Limits {
	/** Fewest characters (Unicode code points) of a text */
	minLength?: number;
	/** Most characters (Unicode code points) of a text, or of each entry of a list */
	maxLength?: number;
	/** What a text must look like, and how to say it: the words continue "must be …" */
	pattern?: { regex: RegExp; words: string };
	/** The text is a list: entries separated by commas, or an array from an expression */
	list?: { maxItems?: number; integers?: boolean; unique?: boolean };
	/** Most bytes of UTF-8 of each entry of a list */
	maxBytes?: number;
	/** Inside a fixed collection: the field of the request's element */
	property?: string;
	/** The text is a JSON object, or an expression gives one */
	json?: boolean;
	/** The date goes out as a day, YYYY-MM-DD, not as a time */
	day?: boolean;
	/** The text is an IANA time zone; days of the same request are days in it */
	timeZone?: boolean;
	/** The text is an identifier: blanks around it are a slip of copying, and are cut off */
	trim?: boolean;
	/** It protects something: an expression that gives nothing is a mistake, and does not mean "left empty" */
	guard?: boolean;
	/** Nothing must not be sent, nor mean "leave it": says what to do instead */
	emptyHint?: string;
}
