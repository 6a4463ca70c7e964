import type { IDataObject } from 'n8n-workflow';

/** Lookup of a name by a resolve operation of the contract, for the locator mode By Name. */
export interface NameLookup {
	/** Contract path of the operation, which takes `items` with a `query` and returns `candidates` */
	path: string;
	/** Noun for messages. Lookups of the same path that accept other candidates need another noun */
	thing: { one: string; many: string };
	/** Path of the identifier in a candidate, such as `container.topic_uid` */
	id: string;
	/** Fields of a candidate with its names. One of them must equal the name, ignoring case */
	names: string[];
	/** Request fields beside the name */
	fields?: IDataObject;
	/** False for a candidate that the field cannot take */
	accepts?: (candidate: IDataObject) => boolean;
	/** A word that stands for one candidate, such as `me` */
	word?: { text: string; means: (candidate: IDataObject) => boolean };
	/** Facts that tell candidates of one name apart, for messages; the identifier follows them */
	facts?: (candidate: IDataObject) => string[];
	/** Why a matching candidate cannot be used and what to do instead; begins after the field's name */
	refuses?: (candidate: IDataObject) => string | undefined;
}
