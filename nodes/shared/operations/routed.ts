import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';

import { errorOf, type Failure, FailureError } from '../errors/failure';
import { notOneOf } from '../errors/format';
import { RunParameters } from '../values/runParameters';
import { connect } from '../transport/connection';
import { workflow, type Callers } from './caller';
import type { ReadItem, Result } from './endpoint';
import { failItems, perform, readItems, refuseToWait, lookUpNames } from './execute';
import { linkItems, joinResults } from './linkedItems';
import type { CompiledOperation, Operation, Resource } from './operation';
import { Run } from './run';

/**
 * Runs an operation for one item through n8n's routing, as some callers do (n8n 2.41, n8n/node-types.ts). The values are read
 * as those of a custom operation: the request that n8n builds does not say whether a person or an expression chose a name.
 */
export function routedOperation(operation: CompiledOperation, callers: Callers) {
	return async function (
		this: IExecutePaginationFunctions,
		{ options }: DeclarativeRestApiSettings.ResultOptions,
	): Promise<INodeExecutionData[]> {
		const index = this.getItemIndex();
		const caller = callers.of(this.getNode()) ?? workflow;
		const getNodeParameter = (path: string, _index: number, fallback?: unknown) =>
			this.getNodeParameter(path, fallback);
		const { proxy, timeout, skipSslCertificateValidation, allowedDomains } = options;
		let items: ReadItem[] = [];
		let results: Result[];
		let hints: IDataObject[] = [];
		try {
			if (operation.endpoint.waits) refuseToWait(caller, countOf(this));
			const connection = await connect(this, {
				proxy,
				timeout,
				skipSslCertificateValidation: skipSslCertificateValidation === true,
				allowedDomains,
			});
			const run = new Run(this, connection, { size: 1, single: true }, caller);
			const parameters = new RunParameters({ getNodeParameter }, this.getNode());
			items = await readItems({ operation, caller, run }, parameters, index);
			items = await lookUpNames(operation, run, items);
			results = [joinResults(await perform(operation, run, items))];
			hints = run.hintRows;
			run.end();
		} catch (error) {
			results = [{ error: errorOf(error) }];
		}
		const count = countOf(this);
		return await linkItems(this, results, { caller, items, first: index, count, hints });
	};
}

/**
 * Refuses an operation that the node does not have. n8n comes here if it finds none for the stored values, which it does not
 * evaluate before (n8n 2.41, n8n-core/execution-engine/workflow-execute.ts).
 */
export function refusedOperation(resources: Resource[], callers: Callers) {
	return async function (this: IExecutePaginationFunctions): Promise<INodeExecutionData[]> {
		const node = this.getNode();
		const caller = callers.of(node) ?? workflow;
		// n8n does not find one either that it does not offer to the caller (n8n 2.41,
		// n8n-core/execution-engine/routing-node.ts)
		const offered = resources.map((resource) => {
			const isOffered = (each: Operation) => caller === workflow || !callers.offeredTo(each);
			return { ...resource, operations: resource.operations.filter(isOffered) };
		});
		const error = new FailureError(unknownOperation(offered, node.parameters));
		const place = { first: this.getItemIndex(), count: countOf(this) };
		return await failItems(this, error, { caller, ...place, size: 1 });
	};
}

/** Number of items of the run. n8n's routing runs them one by one. */
function countOf(functions: IExecutePaginationFunctions): number {
	const { $input } = functions.getWorkflowDataProxy(functions.getItemIndex());
	return ($input as { all: () => unknown[] }).all().length;
}

function unknownOperation(resources: Resource[], stored: INodeParameters): Failure {
	const { resource, operation } = stored;
	// n8n drops the `=` of an expression in a field that takes none (n8n 2.41, n8n-workflow/node-helpers.ts)
	if ([resource, operation].some((value) => String(value).includes('{{')))
		return {
			message: "'Resource' and 'Operation' cannot be expressions",
			description:
				'Choose both in the node. To choose at run time, use a Switch node before several Svc nodes.',
			unsent: 'all',
		};
	const chosen = resources.find(({ value }) => value === resource);
	const [name, value, choices] = chosen
		? ['Operation', operation, chosen.operations]
		: ['Resource', resource, resources];
	const values = choices.map((choice) => choice.value);
	return {
		message: `'${name}' ${notOneOf(values, value)}`,
		description: chosen
			? `The resource '${chosen.name}' has no such operation. Choose the operation again in the node.`
			: 'The node has no such resource. Choose resource and operation again in the node.',
		unsent: 'all',
	};
}
