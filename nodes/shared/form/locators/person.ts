import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../../api/answer';
import { quoteUnlessWord } from '../../errors/format';
import { type NameLookup } from '../field';
import { locator } from './locator';
import { listSearch, orderBy, resolveSource } from './search';

const PATH = '/api/v1/people/resolve';

/** Words for the relationships of the contract. */
const RELATIONSHIPS: Record<string, string> = {
	self: 'yourself',
	contact: 'contact',
	private_chat: 'private chat',
	shared_group: 'shared group',
};

function relationshipsOf({ relationships }: IDataObject): string[] {
	return Array.isArray(relationships) ? relationships.map(String) : [];
}

/** True for the person who owns the account. */
function isSelf(person: IDataObject): boolean {
	return relationshipsOf(person).includes('self');
}

/** Facts that tell people of one name apart: the public ID, and the relationships to the account. */
function factsOf(person: IDataObject): string[] {
	const relationships = relationshipsOf(person).map(
		(each) => RELATIONSHIPS[each] ?? quoteUnlessWord(each),
	);
	return [...(person.svc_id ? [quoteUnlessWord(person.svc_id)] : []), ...relationships];
}

/** Lookup of a person by name or public ID. */
export const personLookup: NameLookup = {
	path: PATH,
	thing: { one: 'person', many: 'people' },
	id: 'user_ref',
	names: ['display_name', 'svc_id'],
	hidesNames: () => true,
	word: { text: 'me', means: isSelf },
	facts: factsOf,
};

const WHO = {
	displayName: 'Person',
	name: 'person',
	needsFilter: true,
	namePlaceholder: 'e.g. Ada Fields',
	placeholder: 'e.g. usr_445e0b1c93d7',
};

/** A person: From List (searched by name), By Name (or public ID) or By ID. */
export const person = locator({
	...WHO,
	description: 'A person whom your account knows',
	searchListMethod: 'searchPeople',
	lookup: personLookup,
	nameHint: "Full name or public ID. 'me' means yourself",
});

/** Lookup of a person other than the account itself. */
export const otherPersonLookup: NameLookup = {
	...personLookup,
	refuses: (candidate) =>
		isSelf(candidate)
			? 'is yourself: there is no private chat with your own account. Create a task or a record instead'
			: undefined,
};

/** A person other than the account itself, to whom the service refuses messages. */
export const otherPerson = locator({
	...WHO,
	description: 'A person whom your account knows, but not yourself',
	searchListMethod: 'searchOtherPeople',
	lookup: otherPersonLookup,
	nameHint: 'Full name or public ID',
});

const source = resolveSource(PATH);

const list = {
	order: orderBy('display_name'),
	entry: (row: IDataObject) => {
		const facts = factsOf(row).join(', ');
		const name = String(row.display_name);
		return { name: facts ? `${name} (${facts})` : name, value: textOf(row, 'user_ref') };
	},
};

/** People for From List, by name, remark or public ID (resolvePeople). */
export const searchPeople = listSearch({ ...list, byName: source });

/** People for From List, without the account itself (resolvePeople). */
export const searchOtherPeople = listSearch({
	byName: (text) => {
		const all = source(text);
		return {
			...all,
			read: (data) => {
				const { page, rows } = all.read(data);
				return { page, rows: rows.filter((row) => !isSelf(row)) };
			},
		};
	},
	...list,
});
