import type { OperationId, Operations, components } from '../../nodes/shared/contract';

/** A schema of the contract: `Documented<'Record'>`. */
export type Documented<Name extends keyof components['schemas']> = components['schemas'][Name];

/** An object that always has some fields which the contract calls optional. */
export type Always<Fields, Name extends keyof Fields> = Fields & Required<Pick<Fields, Name>>;

/** Fields that the documents do not show. */
export type Loose = Record<string, unknown>;

/** The `data` of an operation's answer. */
export type Answer<Id extends OperationId> = Operations[Id]['answer'];

/** Request of an operation, with the contract's defaults. */
export type Request<Id extends OperationId> = string extends keyof Answer<Id>
	? Loose
	: Operations[Id]['request'];

/** An item of a batch. */
export type ItemOf<Id extends OperationId> =
	Request<Id> extends { items: Array<infer Item> } ? Item : never;

/** A row or outcome among the `items` of an answer. */
export type ResultOf<Id extends OperationId> =
	Answer<Id> extends { items: Array<infer Result> } ? Result : never;

/** A reason for which an operation rejects an item. */
export type ReasonOf<Id extends OperationId> =
	ResultOf<Id> extends { reason?: infer Reason } ? NonNullable<Reason> : never;
