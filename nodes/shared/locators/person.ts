import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../api/answer';
import { type Field } from '../fields/field';
import type { NameLookup } from '../fields/nameLookup';
import { locator } from './locator';
import { listSearch, resolveSource } from './search';

const PATH = '/api/v1/people/resolve';

/** True for the person who owns the account. */
function isSelf({ relationships }: IDataObject): boolean {
	const list: unknown[] = Array.isArray(relationships) ? relationships : [];
	return list.includes('self');
}

const lookup: NameLookup = {
	path: PATH,
	thing: { one: 'person', many: 'people' },
	id: 'user_ref',
	names: ['display_name', 'svc_id'],
	word: { text: 'me', means: isSelf },
	takesOnlyCandidate: true,
};

const WHO = {
	displayName: 'Person',
	name: 'person',
	needsFilter: true,
	namePlaceholder: 'e.g. Ada Fields',
	placeholder: 'e.g. usr_445e0b1c93d7',
};

/** A person: From List (searched by name), By Name (or public ID) or By ID. */
export const person: Field = locator({
	...WHO,
	description: 'A person whom your account knows',
	searchListMethod: 'searchPeople',
	lookup,
	nameHint: "The full name or public ID. 'me' means yourself",
});

/** A person for operations whose result may be written to or acted against: By Name takes exact matches only. */
export const exactPerson: Field = { ...person, lookup: { ...lookup, takesOnlyCandidate: false } };

/** A person other than the account itself, to whom the service refuses messages. */
export const otherPerson: Field = locator({
	...WHO,
	description: 'A person whom your account knows, but not yourself',
	searchListMethod: 'searchOtherPeople',
	lookup: {
		...lookup,
		refuses: (candidate) =>
			isSelf(candidate)
				? 'is yourself: there is no private chat with your own account. Create a task or a record instead'
				: undefined,
	},
	nameHint: 'The full name or public ID',
});

const source = resolveSource(PATH);

const entry = ({ display_name, svc_id, ...row }: IDataObject) => ({
	name: svc_id ? `${String(display_name)} (${String(svc_id)})` : String(display_name),
	value: textOf(row, 'user_ref'),
});

/** People for From List, by name, remark or public ID (resolvePeople). */
export const searchPeople = listSearch({ byName: source, entry });

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
	entry,
});
