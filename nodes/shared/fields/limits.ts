/** What the contract demands of a value beyond what n8n's own property types and options can say. */
export interface Limits {
	/** Fewest characters (Unicode code points) of a text */
	minLength?: number;
	/** Most characters (Unicode code points) of a text */
	maxLength?: number;
	/** The text is a list: entries separated by commas, or an array from an expression */
	list?: { maxItems?: number };
}
