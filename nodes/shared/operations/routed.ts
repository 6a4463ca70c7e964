import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import type { Parameters } from '../api/reading';
import { errorOf, nodeError } from '../errors/failure';
import type { Input, RawValues } from '../parameters/inputs';
import { at, evaluated, has, holdsExpression } from '../parameters/runParameters';
import { connect } from '../transport/connection';
import { workflow, type Callers } from './caller';
import type { ReadItem, Result } from './endpoint';
import { itemReader, perform, resolveNames } from './execute';
import { linkedItems, together } from './linkedItems';
import type { CompiledOperation } from './operation';
import { Run } from './run';

/**
 * Runs an operation for one item through n8n's routing, as some callers do. n8n builds the request fields from the
 * `routing` of the fields.
 */
export function routedOperation(operation: CompiledOperation, callers: Callers) {
	return async function (
		this: IExecutePaginationFunctions,
		{ options }: DeclarativeRestApiSettings.ResultOptions,
	): Promise<INodeExecutionData[]> {
		const index = this.getItemIndex();
		const caller = callers.of(this.getNode()) ?? workflow;
		const given: Parameters = {
			getNodeParameter: (path, fallback) => this.getNodeParameter(path, fallback),
		};
		const parameters = caller.parametersOf?.(given) ?? given;
		const { proxy, timeout, skipSslCertificateValidation, allowedDomains } = options;
		let items: ReadItem[] = [];
		let results: Result[];
		let hints: IDataObject[] = [];
		try {
			const connection = await connect(this, {
				proxy,
				timeout,
				skipSslCertificateValidation: skipSslCertificateValidation === true,
				allowedDomains,
			});
			const run = new Run(this, connection, { size: 1, single: true }, caller);
			const { inputs } = operation;
			const stored = this.getNode().parameters;
			const choices = operation.choices.filter(({ name }) => holdsExpression(stored[name]));
			const readItem = itemReader({
				operation,
				settings: operation.settings,
				caller,
				run,
				inputs,
				choices,
			});
			const collect = () => withChoices(this, inputs, options.body);
			const item = { index, given: parameters, collect };
			const read = caller.itemsOf?.(readItem, item) ?? [readItem(item)];
			items = await resolveNames(operation, run, read);
			results = [together(await perform(operation, run, items))];
			hints = run.hintRows;
			run.end();
		} catch (error) {
			results = [{ error: errorOf(error) }];
		}
		return await linkedItems(this, results, { caller, items, first: index, hints });
	};
}

/** Failure for Resource or Operation as an expression. n8n compares the unevaluated text and finds no operation. */
export async function refuseExpression(this: IExecutePaginationFunctions): Promise<never> {
	throw nodeError(this.getNode(), {
		message: "'Resource' and 'Operation' cannot be expressions",
		description:
			'Nothing was sent. Choose both in the node. To choose at run time, use a Switch node before several Svc nodes.',
	});
}

/**
 * The values of the request fields from n8n's routing, with the stored values of locators: the routing keeps only the value
 * of a locator, not its mode.
 */
function withChoices(context: Parameters, inputs: Input[], sent: unknown): RawValues {
	const valueOf = ({ path, parameter, field }: Input) =>
		field.type === 'resourceLocator'
			? evaluated(field, () => context.getNodeParameter(parameter))
			: at(sent, path);
	const given = inputs.filter(({ path }) => has(sent, path));
	return new Map(given.map((input) => [input, valueOf(input)]));
}
