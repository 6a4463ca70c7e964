import type {
	IDataObject,
	IDisplayOptions,
	INode,
	INodeProperties,
	NodeApiError,
} from 'n8n-workflow';
import { isoTimeIn, type IsoTime } from '../rows/isoTime';
import { objectTexts, rawForm, type RowForm, rowForm } from '../rows/rowForm';
import { textForm } from '../rows/rowWriter';
import type { Operation } from './operation';
import type { Settings, InputItem, ReadItem, ReadList } from './endpoint';
import type { Field } from '../form/field';
import type { RawValues } from '../values/inputs';
import type { RunCaller } from './run';

/** Who runs an operation, with what differs from a run of a workflow: what counts as given, and the form of the output. */
export interface Caller extends RunCaller {
	/** True if a choice without a value is the default one */
	takesDefaults?: true;
	/** True for a run of many items, which errors name */
	namesItems: boolean;
	/** Raw values that are read */
	valuesOf?: (raw: RawValues) => RawValues;
	/** The items that an input item stands for, if it may name several objects */
	itemsOf?: (read: ItemReader, item: ItemValues) => ReadItem[];
	/** The form of rows, instead of the one that Simplify and Output As say */
	formOf?: (operation: Operation, settings: Settings, iso: IsoTime) => RowForm;
	/** Reads a list, instead of up to Limit and as Output As says */
	readList?: ReadList;
	/** The output of an item in the length that was asked for */
	shapeOutput?: (output: IDataObject[], item: InputItem) => IDataObject[];
	/** The error that ends the run */
	errorOf?: (error: NodeApiError) => NodeApiError;
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

/** Raw values of an item. The functions throw for a bad expression. */
export interface ItemValues {
	index: number;
	collectSettings: () => RawValues;
	/** The values of its request fields */
	collect: () => RawValues;
}

/** Function that reads an item. */
export type ItemReader = (item: ItemValues) => ReadItem;

/** Function that gives the form of the rows of an item, as its caller wants it. */
export function formsOf(
	operation: Operation,
	caller: Caller,
	zone: string,
): (settings: Settings) => RowForm {
	const { endpoint, output } = operation;
	const iso = isoTimeIn(zone);
	return (settings) => {
		// The rows of Validate Only are requests
		if (settings.validateOnly) return rawForm();
		if (caller.formOf) return caller.formOf(operation, settings, iso);
		const form = rowForm(output, settings, iso);
		const isText = output && endpoint.givesObject && settings.outputAs === 'text';
		return isText ? objectTexts(form, textForm({ settings, output, zone, now: Date.now() })) : form;
	};
}
