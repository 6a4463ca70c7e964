import type { Answer, Documented } from '../../../contract/types';
import { readingOf, type Handlers } from '../../../fake-service/call';
import type { StoredSummary } from '../data/summaries';
import { violation } from '../../../fake-service/failure';
import { openPosition, readPage } from '../../../fake-service/paging';
import { digest } from '../../../fake-service/random';
import type { Order } from '../../../fake-service/store';
import { overlaps } from './recordings';
import { accepts } from '../../../fake-service/handlers/matching';

const earliestFirst: Order<StoredSummary> = {
	key: ({ start_at, created_at, summary_uid }) => [start_at, created_at, summary_uid],
	directions: [1, 1, 1],
};
const latestFirst: Order<StoredSummary> = { ...earliestFirst, directions: [-1, -1, -1] };

/** Generated summaries and timelines of recordings. */
export const summaries: Handlers = {
	queryRecordingSummaries(call) {
		const { kinds, generation_states, order } = call.body;
		// 0 means unbounded here, and here only.
		const start_at = call.body.start_at || -Infinity;
		const end_at = call.body.end_at || Infinity;
		const page = readPage(
			readingOf(call),
			call.account.summaries.in({ asc: earliestFirst, desc: latestFirst }[order]),
			(summary) =>
				!summary.unreadable &&
				accepts(kinds, summary.kind) &&
				accepts(generation_states, summary.generation_state) &&
				overlaps(summary.start_at, summary.end_at, start_at, end_at),
		);
		return { ...page, items: page.items.map(view) };
	},

	readRecordingSummary(call): Answer<'readRecordingSummary'> {
		const { summary_uid } = call.body;
		const summary = call.account.summaries.get(summary_uid);
		if (!summary || summary.unreadable) {
			return { summary_uid, found: false, summary: null, ...nothingToRead };
		}
		const { content_state, format, text } = summary;
		const version = digest(content_state, format, text);
		const reading = readingOf(call);
		const { after } = openPosition(reading);
		if (after && after[0] !== version) {
			throw violation('page_cursor belongs to content that has changed: start at the first page');
		}
		const facts = { summary_uid, found: true, summary: view(summary), content_state };
		// The format of an unreadable body is not returned.
		if (content_state !== 'ready') return { ...facts, ...nothingToRead };
		const points = [...text];
		const { items, ...rest } = readPage(reading, {
			rows: points,
			keys: points.map((_, i) => [version, i]),
			directions: [1, 1],
		});
		const text_start_offset = after ? Number(after[1]) + 1 : 0;
		return {
			...facts,
			format,
			text: items.join(''),
			text_start_offset,
			text_end_offset: text_start_offset + items.length,
			text_total_length: points.length,
			...rest,
		};
	},
};

const nothingToRead = {
	text: '',
	text_start_offset: 0,
	text_end_offset: 0,
	text_total_length: 0,
	has_more: false,
};

function view({
	content_state,
	format,
	text,
	unreadable,
	...version
}: StoredSummary): Documented<'SummaryVersion'> {
	return version;
}
