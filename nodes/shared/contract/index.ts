import { omit } from '../objects';
import { CONTRACT } from './operations';
import type { Operations } from './schemas';

/** Path of an operation of the contract. */
export type Path = keyof typeof CONTRACT;

/** Identifier of an operation in the contract. */
export type OperationId = keyof Operations;

/**
 * Name of a request field of an operation: of an item for batches, such as `container.kind`. A field for one UID, such as
 * `record_uid`, belongs to the list of UIDs of all items that share a request, `record_uids`.
 */
export type RequestField<P extends Path = Path> = P extends Path
	? OneOf<Extract<keyof (typeof CONTRACT)[P]['fields'], string>>
	: never;

type OneOf<Name extends string> = Name extends `${infer Uid}_uids` ? Name | `${Uid}_uid` : Name;

/** Request of an operation. */
export type RequestOf<P extends Path> = Operations[(typeof CONTRACT)[P]['id']]['request'];

/** Bounds of a request field. Lengths are code points, `maxBytes` bytes of UTF-8; for a list they are those of an entry. */
export interface Bounds {
	minLength?: number;
	maxLength?: number;
	maxBytes?: number;
	minimum?: number;
	maximum?: number;
	maxItems?: number;
}

/** The bounds of a request field, or of one entry of a list of UIDs; none for a field that the operation does not have. */
export function boundsOf(path: Path, field: string): Bounds {
	const fields: Record<string, Bounds> = CONTRACT[path].fields;
	return fields[field] ?? omit(fields[`${field}s`] ?? {}, 'maxItems');
}

export { CONTRACT } from './operations';
export type { Operations, components } from './schemas';
