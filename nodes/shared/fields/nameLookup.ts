import type { IDataObject } from 'n8n-workflow';

/** Lookup of a name by an operation of the contract, for By Name of a locator. */
export interface NameLookup {
	/** Contract path of the operation: `items`, each with a `query`, to `candidates` */
	path: string;
	/** Noun for messages; another one for other candidates of the same path */
	thing: { one: string; many: string };
	/** Path of the identifier in a candidate, such as `container.topic_uid` */
	id: string;
	/** Fields of a candidate with its names: one of them has to be the name, exactly but for case */
	names: string[];
	/** Request fields beside the name */
	fields?: IDataObject;
	/** False for a candidate that can never be meant */
	accepts?: (candidate: IDataObject) => boolean;
	/** A word for one certain candidate, such as `me` */
	word?: { text: string; means: (candidate: IDataObject) => boolean };
	/** True where a read may take the only candidate, although its name is another one */
	takesOnlyCandidate?: boolean;
	/** Reason why a candidate that is meant cannot be chosen here, continuing the field's name */
	refuses?: (candidate: IDataObject) => string | undefined;
}
