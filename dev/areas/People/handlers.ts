import type { Documented } from '../../contract/types';
import { readingOfItem, type Handlers } from '../../fake-service/call';
import type { StoredPerson } from './data';
import { readPage } from '../../fake-service/paging';
import { fold, matchNames } from '../../fake-service/handlers/matching';

const wordsForMe = ['me', 'myself', 'i', '我', '自己', '本人'];

/** People lookup. */
export const handlers: Handlers = {
	resolvePeople: (call) => ({
		items: call.body.items.map(({ item_id, query }, i) => {
			const meant = wordsForMe.includes(fold(query)) ? query : undefined;
			const matches = matchNames(
				[...call.account.people.values()].filter((person) => person.relationships.length > 0),
				query,
				({ nickname, remark, svc_id, relationships }) => [
					nickname,
					remark,
					svc_id,
					...(relationships.includes('self') ? [meant] : []),
				],
				(person) => person.user_ref,
			);
			const { items, ...rest } = readPage(readingOfItem(call, i), matches);
			return { item_id, candidates: items.map(candidate), ...rest };
		}),
	}),
};

function candidate(person: StoredPerson): Documented<'PersonCandidate'> {
	const { user_ref, nickname, svc_id, relationships } = person;
	return { user_ref, display_name: nickname, svc_id, relationships };
}
