import type { INodeParameters } from 'n8n-workflow';

/** Parameters that an event cannot do without, by its value; they fit the data of the fake service. */
export const EVENT_PARAMETERS: Record<string, INodeParameters> = {
	newPost: { scope: 'public', tags: 'glaze' },
};
