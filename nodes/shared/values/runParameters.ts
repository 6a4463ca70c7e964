import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeProperties,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes, NodeHelpers } from 'n8n-workflow';

import type { Parameters } from '../api/reading';
import { errorOf } from '../errors/failure';
import { locatorIn, type Field } from '../form/field';
import { isChoice } from './choices';
import { DraggedFields } from './dragged';
import type { Input, RawValues } from './inputs';
import { notEvaluated } from './notEvaluated';

/** Function that reads a parameter of an item, as those of n8n for runs. */
interface ParameterSource {
	getNodeParameter: (path: string, index: number, fallback?: unknown) => unknown;
	/** Items of an input; none for a trigger */
	getInputData?: IExecuteFunctions['getInputData'];
}

/**
 * Parameters of a node in a run over many items. Parameters without an expression are read once per run, the others once
 * per item.
 */
export class RunParameters {
	private readonly fixed = new Map<string, unknown>();
	private readonly varying = new Map<string, boolean>();
	private readonly dragged = new DraggedFields();

	constructor(
		private readonly source: ParameterSource,
		readonly node: INode,
		/** Advice on an expression that fails */
		private readonly advice?: string,
	) {}

	/** The parameters of one item, each evaluated when it is first read. */
	readonly of = (index: number): Parameters => {
		const read = new Map<string, unknown>();
		return {
			getNodeParameter: (path, fallback) => {
				if (!read.has(path)) read.set(path, this.get(path, index, fallback));
				return read.get(path);
			},
		};
	};

	/** True for a parameter that can differ between items: it is, contains or is inside an expression. */
	varies(path: string): boolean {
		let varies = this.varying.get(path);
		if (varies === undefined) {
			varies = variesIn(this.node.parameters, path);
			this.varying.set(path, varies);
		}
		return varies;
	}

	/** Values of shown inputs among the parameters of an item. */
	valuesOf(inputs: Input[], item: Parameters): RawValues {
		const valueOf = ({ parameter, field }: Input) =>
			evaluate(field, () => this.valueOf(parameter, item, takesNames(field)), this.advice);
		return new Map(inputs.map((input) => [input, valueOf(input)]));
	}

	/** Inputs that the user sees, without options that were not added. */
	shown(inputs: Input[]): Input[] {
		const { parameters } = this.node;
		return inputs.filter(
			({ parameter, field }) =>
				has(parameters, parameter.split('.')) &&
				NodeHelpers.displayParameter(
					parameters,
					field as INodeProperties,
					this.node,
					// Some fields are shown for other names of the node type
					{ name: this.node.type } as INodeTypeDescription,
					parameters,
				),
		);
	}

	/** Value of a parameter. For a locator, n8n evaluates the value alone, which takes half the time. */
	private valueOf(path: string, item: Parameters, takesNames: boolean): unknown {
		const written = at(this.node.parameters, path.split('.'));
		const value = isLocator(written)
			? { __rl: true, mode: written.mode, value: item.getNodeParameter(`${path}.value`) }
			: item.getNodeParameter(path);
		return takesNames && this.varies(path) ? withOrigins(value, written) : value;
	}

	private get(path: string, index: number, fallback?: unknown): unknown {
		const read = (i: number): unknown => this.source.getNodeParameter(path, i, fallback);
		if (this.varies(path)) {
			// n8n means these items by $json, whatever other items there are
			const item = this.source.getInputData?.(0, NodeConnectionTypes.Main)[index];
			const stored = at(this.node.parameters, path.split('.'));
			return this.dragged.read(stored, item?.json, () => read(index));
		}
		if (!this.fixed.has(path)) this.fixed.set(path, read(0));
		return this.fixed.get(path);
	}
}

function takesNames(field: Field): boolean {
	return locatorIn(field)?.lookup !== undefined;
}

/** The value, in which choices that come from an expression say so. `written` is the parameter without evaluation. */
function withOrigins(value: unknown, written: unknown): unknown {
	const isWhole = isExpression(written) || written === undefined;
	if (typeof value !== 'object' || value === null) return value;
	if (!isWhole && !holdsExpression(written)) return value;
	if (isChoice(value)) return { ...value, byExpression: true };
	const inner = (key: string) => (isWhole ? written : at(written, [key]));
	if (Array.isArray(value)) return value.map((each, i) => withOrigins(each, inner(String(i))));
	const marked = ([key, each]: [string, unknown]) => [key, withOrigins(each, inner(key))];
	return Object.fromEntries(Object.entries(value).map(marked)) as unknown;
}

/** True for a locator as the editor stores it, unless its mode is an expression. */
function isLocator(value: unknown): value is IDataObject {
	const { __rl, mode, value: chosen }: IDataObject = Object(value);
	return __rl === true && !isExpression(mode) && chosen !== undefined;
}

function isExpression(value: unknown): boolean {
	return typeof value === 'string' && value.startsWith('=');
}

/** True for a stored parameter that is, contains or is inside an expression. */
function variesIn(parameters: IDataObject, path: string): boolean {
	const keys = path.split('.');
	const around = keys.map((_key, i) => at(parameters, keys.slice(0, i)));
	return around.some(isExpression) || holdsExpression(at(parameters, keys));
}

/**
 * True for a stored parameter with an expression of the user's. Where a choice is an expression, n8n fills in the fields of
 * all its values (n8n 2.41, n8n-workflow/node-helpers.ts), also with defaults for other callers, which are expressions with
 * `$fromAI`.
 */
export function isByExpression(parameters: IDataObject, path: string): boolean {
	const stored = JSON.stringify(at(parameters, path.split('.'))) ?? '';
	return variesIn(parameters, path) && !stored.includes('$fromAI(');
}

/** True for an expression, or an object or list that contains one. */
function holdsExpression(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return isExpression(value);
	return Object.values(value).some(holdsExpression);
}

/** Value of a parameter. If its expression fails, the failure names the field. */
function evaluate(field: Field, read: () => unknown, advice?: string): unknown {
	try {
		return read();
	} catch (error) {
		throw notEvaluated(field, errorOf(error), advice);
	}
}

/** Value at a path; undefined if there is none. */
export function at(value: unknown, path: string[]): unknown {
	return path.reduce<unknown>((inner, key) => (inner as IDataObject | undefined)?.[key], value);
}

/** True if the path has a key, whatever its value. */
export function has(value: unknown, path: string[]): boolean {
	const parent = at(value, path.slice(0, -1));
	return typeof parent === 'object' && parent !== null && path[path.length - 1] in parent;
}
