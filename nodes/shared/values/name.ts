import type { IDataObject } from 'n8n-workflow';

import { textsIn } from '../api/answer';
import { asTyped, fold } from '../fold';
import type { AlsoLookup, Field, NameLookup } from '../form/field';
import { LIMITS } from '../limits';

/** Who gave a name. */
export interface Origin {
	/** True for a text that can be an identifier as well, from a caller who chooses no mode */
	canBeId?: boolean;
	/** True for the value of an expression. Without it, a person has chosen the name in the form */
	byExpression?: boolean;
	/** Identifier beside the name: of all that have the name, the object with it is meant */
	id?: string;
}

/**
 * What a name needs to stand for the one object that has it:
 * - equal: nothing more. A person has seen what the node does with it
 * - clear: the service found each other candidate by what its name shows, rather than by a nickname or a remark
 * - only: there is no other candidate with names that the service does not answer
 */
type Certainty = 'equal' | 'clear' | 'only';

/** A name in place of an identifier, from the moment its field is read (`choices.ts`) until `withoutNames`. */
export class Name {
	/** Key of the lookup: equal for names that are looked up alike and mean the same */
	readonly key: string;
	readonly certainty: Certainty;
	/** The text that contains this name as one of several. If something has that text as its name, it is meant */
	readonly whole?: Name;
	/** The text as the name of other objects that the field takes */
	readonly others: Name[];
	/** The text as the name of the people whom candidates stand for */
	readonly people: Name[];

	constructor(
		readonly field: Field,
		readonly lookup: AlsoLookup,
		readonly text: string,
		readonly origin: Origin,
		whole?: string,
	) {
		const { canBeId, byExpression, id } = origin;
		const alike = (other: AlsoLookup) => new Name(field, other, text, { byExpression });
		this.others = (lookup.also ?? []).map(alike);
		this.people = lookup.people ? [alike(lookup.people)] : [];
		if (whole !== undefined) this.whole = new Name(field, lookup, whole, { byExpression });
		const isSole = canBeId && field.limits?.sole;
		this.certainty = !byExpression ? 'equal' : isSole ? 'only' : 'clear';
		// Two IDs can differ in upper and lower case alone
		const compared = canBeId && seemsId(text) ? text : fold(text);
		const of = [lookup.path, lookup.thing.one, compared];
		if (this.certainty !== 'equal') of.push(this.certainty);
		if (id !== undefined) of.push(id);
		this.key = JSON.stringify(this.whole ? [...of, this.whole.key] : of);
	}

	/** The texts that are looked up: some operations find only what equals a text, with the white space in it. */
	get queries(): string[] {
		const texts = [this.text, asTyped(this.text)];
		return [...new Set(texts)].filter((text) => text !== '' && fitsQuery(text));
	}

	/** The form of the name in the JSON of request fields. */
	toJSON(): string {
		return this.key;
	}
}

function fitsQuery(text: string): boolean {
	return [...text].length <= LIMITS.maxQueryLength;
}

/** True for a text that is an identifier rather than a name. The contract does not say what identifiers look like. */
export function seemsId(text: string): boolean {
	return !/[\s,"'[\]]/.test(text) && /\d/.test(text) && (text.includes('_') || text.length >= 16);
}

/** True if the object has the name, or is meant by the word. */
export function isNamed(lookup: NameLookup, row: IDataObject, text: string): boolean {
	if (isWord(lookup, text)) return lookup.word!.means(row);
	return rankIn(lookup, row, text) >= 0;
}

/** True for the word that stands for one candidate. */
export function isWord({ word }: NameLookup, text: string): boolean {
	return word !== undefined && fold(word.text) === fold(text);
}

/** Position of the name among those of the object; -1 if it has another one. */
export function rankIn({ names }: NameLookup, row: IDataObject, text: string): number {
	const name = fold(text);
	return names.findIndex((field) => namesOf(row, [field]).some((each) => fold(each) === name));
}

/** True if one of the names up to this position contains the text. */
export function shows(lookup: NameLookup, row: IDataObject, text: string, rank: number): boolean {
	const shown = namesOf(row, lookup.names.slice(0, rank + 1));
	return shown.some((each) => fold(each).includes(fold(text)));
}

/** The names of an object in these fields. */
export function namesOf(row: IDataObject, fields: string[]): string[] {
	return textsIn(fields.map((field) => row[field])).filter((name) => name !== '');
}
