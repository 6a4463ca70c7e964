/** A successful answer. */
export interface Envelope {
	data: Record<string, unknown>;
}

/** Adapts the answer to this request: no next page, and about the requested objects. */
export function fitted(envelope: unknown, body: Record<string, unknown>): Envelope {
	const { data } = envelope as Envelope;
	const uids = Object.entries(body).find(([name]) => name.endsWith('_uids'));
	const elements = Array.isArray(data.items) ? (data.items as Array<Record<string, unknown>>) : [];
	consistent(data);
	for (const id of Object.keys(body).filter((name) => name.endsWith('_uid'))) {
		for (const named of [data, ...Object.values(data)] as Array<Record<string, unknown>>) {
			if (named && !Array.isArray(named) && id in Object(named)) named[id] = body[id];
		}
	}
	for (const part of [data, ...elements]) {
		if ('has_more' in part) part.has_more = false;
		delete part.next_page_cursor;
		if ('item_id' in part) part.item_id = '0';
		if (!uids || part === data) continue;
		const [id, [uid]] = [uids[0].slice(0, -1), uids[1] as string[]];
		for (const named of [part, ...Object.values(part)] as Array<Record<string, unknown>>) {
			if (named && id in Object(named)) named[id] = uid;
		}
	}
	return envelope as Envelope;
}

/** Sets valid indexes, texts in their format, and matching offsets. */
function consistent(value: unknown): void {
	if (typeof value !== 'object' || value === null) return;
	const part = value as Record<string, unknown>;
	for (const index of ['sender_index', 'speaker_index']) if (index in part) part[index] = 0;
	if (part.format === 'json') part.text = '{}';
	if (typeof part.text_total_length === 'number') {
		const length = [...String(part.text)].length;
		Object.assign(part, {
			text_start_offset: 0,
			text_end_offset: length,
			text_total_length: length,
		});
	}
	Object.values(part).forEach(consistent);
}

/** Makes every item a success, without fields of a failure. */
export function succeeding(envelope: Envelope, toldAsFailure: string[] = []): Envelope {
	for (const field of toldAsFailure) delete envelope.data[field];
	for (const item of (envelope.data.items ?? []) as Array<Record<string, unknown>>) {
		if (!('reason' in item && 'status' in item)) continue;
		item.status = 'succeeded';
		delete item.reason;
	}
	return envelope;
}

/** Makes every item that can be rejected a rejection: with its reason, without fields of a success. */
export function failing(envelope: Envelope): Envelope {
	const items = (envelope.data.items ?? []) as Array<Record<string, unknown>>;
	envelope.data = { items: items.map((item) => ('reason' in item ? rejected(item) : item)) };
	if (items.length > 0) envelope.data.has_more = false;
	return envelope;
}

function rejected({ item_id, reason }: Record<string, unknown>): Record<string, unknown> {
	return { item_id, status: 'rejected', reason };
}
