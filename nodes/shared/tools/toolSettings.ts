/** Settings of a tool, by parameter name. */
export interface ToolSettings {
	cursor?: string;
	maxCharacters?: number;
	outputFields?: string;
	part?: number;
	toolOutput?: string;
}
