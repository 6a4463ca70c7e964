import type { IDisplayOptions, INode, INodeProperties, NodeApiError } from 'n8n-workflow';

import type { Parameters, Settings } from '../api/reading';
import type { Field } from '../form/field';
import type { RawValues, Setting } from '../values/inputs';
import type { ReadItem, RowForm } from './endpoint';
import type { CompiledOperation, Operation } from './operation';
import type { RunCaller } from './run';

/** Who runs an operation, with what differs from a run of a workflow: what counts as given, and the form of the output. */
export interface Caller extends RunCaller {
	/** True if a choice without a value is the default one */
	takesDefaults?: true;
	/** True for a run of many items, which errors name */
	namesItems: boolean;
	/** Parameters of an item */
	parametersOf?: (given: Parameters, operation: CompiledOperation) => Parameters;
	/** Settings that are checked: those with a value, and those that need one */
	settingsIn?: (settings: Setting[], parameters: Parameters) => Setting[];
	/** Raw request fields that are read */
	valuesOf?: (raw: RawValues) => RawValues;
	/** The items that an input item stands for, if it may name several objects */
	itemsOf?: (read: ItemReader, item: ItemValues) => ReadItem[];
	formOf?: (forms: RowForms, settings: Settings) => RowForm;
	/** The error that ends the run */
	errorOf?: (error: NodeApiError) => NodeApiError;
}

/** Forms of the rows of an item. Without a simplified one, all rows are output as the service answered them. */
export interface RowForms {
	operation: Operation;
	raw: RowForm;
	simplified?: RowForm;
}

/** Callers other than workflows, and the fields and properties that nodes have for them. */
export interface Callers {
	/** The caller of a node; undefined for a workflow */
	of: (node: INode) => Caller | undefined;
	/** Fields of an operation for all callers */
	fieldsOf: (operation: Operation) => Field[];
	/** Properties of an operation for all callers */
	propertiesOf: (operation: Operation) => INodeProperties[];
	/** The callers to whom an operation is offered; undefined for all */
	offeredTo: (operation: Operation) => IDisplayOptions | undefined;
}

/** A workflow that a person has made. */
export const workflow: Caller = { limit: 50, namesItems: true };

/** Parameters of an item. `collect` gives its raw values; it throws for a bad expression. */
export interface ItemValues {
	index: number;
	given: Parameters;
	collect: () => RawValues;
}

/** Function that reads an item. */
export type ItemReader = (item: ItemValues) => ReadItem;
