import type { Answer, Documented, Request, ResultOf } from '../../../contract/types';
import { readingOf, type Handlers } from '../../../fake-service/call';
import type { StoredRecord } from '../data';
import { readPage } from '../../../fake-service/paging';
import { orderRows } from '../../../fake-service/store';
import { nextDay, startOfDay } from './dates';
import { accepts } from '../../../fake-service/handlers/matching';
import { listView } from './reads';

type Found = Answer<'searchRecords'>;
type Reason = NonNullable<Found['refinement_reasons']>[number];

interface Hit extends Pick<ResultOf<'searchRecords'>, 'matched_fields'> {
	record: StoredRecord;
}

/** Searching records for a keyword. */
export const search: Handlers = {
	searchRecords(call) {
		const { body, settings } = call;
		const guard = (reason: Reason): Found => ({
			items: [],
			refinement_required: true,
			refinement_reasons: [reason],
			has_more: false,
		});
		const keyword = body.keyword.trim().toLowerCase();
		if ([...keyword].length < settings.search.minKeyword) return guard('keyword_too_short');
		const scope = [...call.account.records.values()].filter(inScope(body));
		if (scope.length > settings.search.maxScope) return guard('visible_scope_too_large');
		const hits = scope.flatMap((record) => findIn(record, keyword));
		if (hits.length > settings.search.maxCandidates) return guard('candidate_overflow');

		// The order of hits is not documented: titles first, then by identifier, never by time.
		const list = orderRows(hits, {
			key: ({ record, matched_fields }) => [
				matched_fields[0] === 'title' ? 0 : 1,
				record.record_uid,
			],
			directions: [1, 1],
		});
		const page = readPage(readingOf(call), list);
		return {
			...page,
			refinement_required: false,
			items: page.items.map(({ record, matched_fields }) => ({
				record: searchView(call, record),
				source: sourceOf(record),
				matched_fields,
				snippet: excerpt(
					matched_fields.includes('body') ? record.text_content : record.title!,
					keyword,
				),
			})),
		};
	},
};

/** Records with a visible body, of the given days (both included) and creators. */
function inScope({ start_date, end_date, timezone, creator_user_refs }: Request<'searchRecords'>) {
	const from = start_date ? startOfDay(start_date, timezone!) : -Infinity;
	const before = end_date ? startOfDay(nextDay(end_date), timezone!) : Infinity;
	return ({ state, send_at, creator_user_ref }: StoredRecord) =>
		state === 'available' &&
		send_at >= from &&
		send_at < before &&
		accepts(creator_user_refs, creator_user_ref);
}

function findIn(record: StoredRecord, keyword: string): Hit[] {
	const matched_fields: Hit['matched_fields'] = [];
	if (record.title?.toLowerCase().includes(keyword)) matched_fields.push('title');
	if (record.text_content.toLowerCase().includes(keyword)) matched_fields.push('body');
	return matched_fields.length > 0 ? [{ record, matched_fields }] : [];
}

/** The record without its version, which only exact reads have for certain. */
function searchView(call: Parameters<typeof listView>[0], record: StoredRecord) {
	const { version: _version, ...view } = listView(call, record);
	return view;
}

function sourceOf({ chat_session_uid, container }: StoredRecord): Documented<'RecordSource'> {
	if (chat_session_uid) return { kind: 'chat', chat_session_uid };
	return container.kind === 'topic' ? container : { kind: 'record' };
}

/** Up to 30 code points on either side of the keyword. */
export function excerpt(text: string, keyword: string): string {
	const at = text.toLowerCase().indexOf(keyword);
	const before = [...text.slice(0, at)];
	const after = [...text.slice(at + keyword.length)];
	return [
		before.length > 30 ? '…' : '',
		...before.slice(-30),
		text.slice(at, at + keyword.length),
		...after.slice(0, 30),
		after.length > 30 ? '…' : '',
	].join('');
}
