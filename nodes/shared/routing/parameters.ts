import type { IDataObject, IExecuteFunctions, INode, INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { at, evaluated, has, put, type Input } from '../fields/read';
import type { Parameters } from './endpoint';

/**
 * The parameters of a node in a run over many items. Those without an expression are read once, the
 * others once for each item.
 */
export class RunParameters {
	private readonly fixed = new Map<string, unknown>();
	private readonly varying = new Map<string, boolean>();

	constructor(
		private readonly functions: IExecuteFunctions,
		readonly node: INode,
	) {}

	/** The parameters of one item. */
	of(index: number): Parameters {
		return {
			getNodeParameter: (path, fallback) => this.get(path, index, { fallback }),
		};
	}

	/** Whether a parameter may be another for another item: it is, holds, or lies in an expression. */
	varies(path: string): boolean {
		let varies = this.varying.get(path);
		if (varies === undefined) {
			const keys = path.split('.');
			const around = keys.map((_key, i) => at(this.node.parameters, keys.slice(0, i)));
			varies = around.some(isExpression) || holdsExpression(at(this.node.parameters, keys));
			this.varying.set(path, varies);
		}
		return varies;
	}

	/** The request fields of an item, put together from the parameters that are shown, as n8n's routing does. */
	bodyOf(inputs: Input[], index: number): IDataObject {
		const body: IDataObject = {};
		for (const { path, parameter, field } of inputs) {
			const extractValue = field.type === 'resourceLocator';
			const read = () => this.get(parameter, index, { extractValue });
			put(body, path, evaluated(field, read));
		}
		return body;
	}

	/** Those of the inputs that the user sees, and that are there: options that were not added are not. */
	shown(inputs: Input[]): Input[] {
		const { parameters } = this.node;
		return inputs.filter(
			({ parameter, field }) =>
				has(parameters, parameter.split('.')) &&
				NodeHelpers.displayParameter(
					parameters,
					field as INodeProperties,
					this.node,
					null,
					parameters,
				),
		);
	}

	private get(
		path: string,
		index: number,
		{ fallback, extractValue = false }: { fallback?: unknown; extractValue?: boolean },
	): unknown {
		const read = (i: number): unknown =>
			this.functions.getNodeParameter(path, i, fallback, { extractValue });
		if (this.varies(path)) return read(index);
		if (!this.fixed.has(path)) this.fixed.set(path, read(0));
		return this.fixed.get(path);
	}
}

function isExpression(value: unknown): boolean {
	return typeof value === 'string' && value.startsWith('=');
}

function holdsExpression(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return isExpression(value);
	return Object.values(value).some(holdsExpression);
}
