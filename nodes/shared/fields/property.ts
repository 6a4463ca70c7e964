import type { INodeProperties } from 'n8n-workflow';

import type { Field } from '../operation';

/** A field as n8n knows it. */
export function asProperty({ limits: _limits, ...field }: Field): INodeProperties {
	if (!field.options) return field as INodeProperties;
	return {
		...field,
		options: field.options.map((option) => {
			if ('values' in option)
				return { ...option, values: (option.values as Field[]).map(asProperty) };
			return 'type' in option ? asProperty(option) : option;
		}) as INodeProperties['options'],
	};
}
