import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Path } from '../../nodes/shared/contract';
import type { Samples } from '../contract/sample';
import type { Account, AccountData, Size } from '../fake-service/account';
import type { AccountId } from '../fake-service/auth';
import type { Handlers } from '../fake-service/call';
import type { Seed } from '../fake-service/data/seeding';
import type { Thing, Things } from './things';

/** An area of the contract, as tests, docs and the fake service need it. */
export interface Area {
	/** Answers of the fake service */
	handlers: Handlers;
	/** Functions that generate what it keeps for an account; one that generates several things stands at each of them */
	data?: { [Name in keyof AccountData]?: Seed<Name> };
	/** Numbers of rows that they generate for each account */
	sizes?: { [Name in keyof Size]?: Record<AccountId, number> };
	/** Samples of operations with documented fields */
	samples?: Samples;
	/** Parameters of operations that send an operation of the contract in another way than the one with its sample */
	variants?: ByOperation<INodeParameters>;
	/** UIDs that samples stand for, by the word before the number: `call` for `call_1` */
	objects?: (account: Account) => Record<string, string[]>;
	/** Values for the parameters of operations that need particular objects, by operationId */
	rows?: Record<string, (account: Account) => Row[]>;
	/** A case for each read with a documented answer */
	reads?: ByOperation<(account: Account) => ReadCase>;
	/** A case for each write with a documented answer */
	writes?: ByOperation<(account: Account) => WriteCase>;
	/** A case for each event of the trigger */
	events?: Record<string, EventCase>;
	/** Puts things of these kinds into the service */
	things?: { [Kind in keyof Things]?: (account: Account, given: Things[Kind]) => unknown };
	/** Adds a thing with a name, by the path of the lookup that finds it */
	named?: { [Lookup in Path]?: (account: Account, uid: string, name: string) => void };
	/** Readers of answers that hostile tests change */
	targets?: Target[];
}

/** By resource and operation: `record > create`. */
type ByOperation<Case> = Record<string, Case>;

/** Values of one input item: objects by their name in samples (`call_1`), and parameters by their own name. */
export type Row = Record<string, string | number>;

/** Parameters of a read, and input items with the identifiers that they use. */
export interface ReadCase {
	parameters: INodeParameters;
	items: IDataObject[];
}

/** A read that is run once. */
export const once = (parameters: INodeParameters = {}) => ({ parameters, items: [{}] });

/** A read that is run for each of these objects. */
export const forEach = (objects: Iterable<object>, parameters: INodeParameters): ReadCase => ({
	parameters,
	items: [...objects].map((object) => ({ ...object }) as IDataObject),
});

/** Parameters of a write on real data, and a function that counts its effect. */
export interface WriteCase {
	parameters: INodeParameters;
	made: () => number;
}

/** One event of a trigger: its words in the docs, its filters, and how it happens. */
export interface EventCase {
	/** Cells of the table of events in docs/triggers.md */
	words: { lookback: string; foundBy: string; id: string };
	/** Parameters that it cannot do without; they fit the data of the fake service */
	needs?: INodeParameters;
	/** Sets of parameters with every filter that is sent */
	filtered: INodeParameters[];
	/** Options when it happens */
	options?: INodeParameters;
	/** There before the activation at a time, if the events of these numbers happen later */
	before?: (time: number, numbers: number[]) => Thing[];
	/** Row of the service once the event of this number has happened at a time, and its `_event.id` */
	happen: (time: number, number: number) => [Thing, string];
	/** Many can happen at once */
	burst?: boolean;
	/** It can be found so long after its time; not given where nothing comes late */
	late?: number;
}

/** Reader of the answers of one operation: an endpoint, a locator or a trigger. */
export interface Target {
	name: string;
	/** The operation whose answers are changed */
	operation: string;
	/** Identification of the item of a result */
	by?: 'item_id' | 'record_uid' | 'call_uid';
	/** Place of `has_more`: in `data`, or in each element of a list that is paged separately */
	paged?: 'data' | 'each';
	/** Name of the list inside each element, if any */
	inner?: string;
	/** An unexpected answer is passed on, since its form is not documented */
	tolerant?: boolean;
	/** The output differs from the rows */
	digested?: boolean;
	reader: Reader;
}

type Reader =
	| { parameters: IDataObject; items?: (account: Account) => IDataObject[] }
	| { event: string }
	| { search: string; filter?: string };

/** Number of input items of a reader that puts several into one request. */
export const ITEMS = 3;

/** The first rows as input items. */
export const some = (rows: Iterable<object>, most = ITEMS): IDataObject[] =>
	[...rows].slice(0, most).map((row) => ({ ...row }) as IDataObject);

/** Input items with texts. */
export const texts = () => some(['one', 'two', 'three'].map((text) => ({ text })));
