/** A small way to break the shared code. */
export interface Mutant {
	/** What is broken, in words */
	name: string;
	file: string;
	/** What stands there, once */
	find: string;
	put: string;
	/** The nearest tests, as arguments for jest */
	tests: string[];
	/** Why it does no harm, where no test can tell */
	explained?: string;
}

type Row = [name: string, find: string, put: string, explained?: string];

/** Mutants of one file that the same tests are for. */
function of(file: string, tests: string[], rows: Row[]): Mutant[] {
	return rows.map(([name, find, put, explained]) => ({
		name,
		file: `nodes/shared/${file}`,
		find,
		put,
		tests,
		explained,
	}));
}

const REQUEST = ['test/request.test.ts', 'test/shared/body'];
const WRITES = ['test/areas/recordWrites', 'test/faults/answers', 'test/memory'];
const ANSWERS = ['test/hostile/answers'];
const POLLS = ['test/polling/failures', 'test/polling/requests'];
const HISTORIES = [
	...POLLS,
	'test/polling/calls',
	'test/polling/arrangements',
	'test/polling/world',
];

export const MUTANTS: Mutant[] = [
	...of(
		'request/gate.ts',
		['test/shared/gate'],
		[
			['one more request in flight', 'MAX_IN_FLIGHT = 4', 'MAX_IN_FLIGHT = 5'],
			['widened a success too early', 'SUCCESSES_TO_WIDEN = 20', 'SUCCESSES_TO_WIDEN = 19'],
			[
				'successes not reset on 429',
				'this.successes = 0;\n\t\tthis.width = Math',
				'this.width = Math',
			],
			['successes not reset when widened', 'this.successes = 0;\n\t\tthis.width++', 'this.width++'],
			['not halved', 'Math.floor(this.width / 2)', 'this.width - 1'],
			['never as narrow as one', 'Math.max(1, Math.floor', 'Math.max(2, Math.floor'],
			[
				'pause cut short by another',
				'Math.max(this.pausedUntil, Date.now() + Math.min(ms, MAX_SHUT))',
				'Date.now() + Math.min(ms, MAX_SHUT)',
			],
			['pause of years', 'Math.min(ms, MAX_SHUT)', 'ms'],
			[
				'pause prolonged meanwhile',
				'this.pausedUntil !== waited && !halted()',
				'waited === 0 && this.pausedUntil !== waited && !halted()',
			],
			['last come first served', 'this.queue.shift()!()', 'this.queue.pop()!()'],
			['place not given back', 'this.inside--;\n', ''],
			[
				'sent although halted',
				'return halted() ? undefined : await request()',
				'return await request()',
			],
		],
	),
	...of(
		'request/retry.ts',
		['test/shared/retry'],
		[
			['a sixth try', 'tried >= RETRY.maxTries', 'tried > RETRY.maxTries'],
			['400 tried again', '[429, 502, 503, 504]', '[400, 429, 502, 503, 504]'],
			['504 not tried again', '[429, 502, 503, 504]', '[429, 502, 503]'],
			['no backoff', 'RETRY.base * 2 ** (tried - 1)', 'RETRY.base'],
			[
				'no cap',
				'Math.min(RETRY.cap, RETRY.base',
				'Math.min(Infinity, RETRY.base',
				'Four waits never reach the cap: it is for a maxTries that somebody raises.',
			],
			['no jitter', '(backoff / 2) * random', 'backoff / 2'],
			[
				'what was waited is forgotten',
				'waited + wait > RETRY.maxTotalWait',
				'wait > RETRY.maxTotalWait',
			],
			[
				'total wait exclusive',
				'waited + wait > RETRY.maxTotalWait',
				'waited + wait >= RETRY.maxTotalWait',
			],
			[
				'Retry-After as a maximum',
				'Math.max(jittered, retryAfterMs',
				'Math.min(jittered, retryAfterMs',
			],
			['Retry-After in milliseconds', 'Number(text) * 1000', 'Number(text)'],
			['Retry-After in the past', 'Math.max(0, date - now)', 'date - now'],
		],
	),
	...of(
		'request/retry.ts',
		['test/shared/retry'],
		[
			['500 and above leave no doubt', 'status >= 500 || status === 200', 'status === 200'],
			[
				'no answer leaves no doubt',
				'status === undefined ? neverSent !== true',
				'status === undefined ? false',
			],
		],
	),
	...of('request/send.ts', REQUEST, [
		['waits not summed', 'waited += ms', 'waited = ms'],
		['redirects followed', 'disableFollowRedirect: true', 'disableFollowRedirect: false'],
		['key not hidden', "body?.replaceAll(apiKey, '***')", 'body'],
		['another code taken for success', 'envelope.code !== 200', 'envelope.code === 0'],
		['data may be a list', '!isObject(envelope.data)', "typeof envelope.data !== 'object'"],
		[
			'others do not wait',
			'gate.throttled(retryAfterMs(tried.failed.retryAfter, Date.now()) ?? 0)',
			'void gate',
		],
		['no wait between tries', 'else await wait(ms, halted)', 'else void wait'],
		['bodies that are objects', 'JSON.stringify(request.body)', 'request.body'],
	]),
	...of(
		'request/send.ts',
		['test/faults/answers', 'test/faults/otherWrites'],
		[
			['an earlier doubt forgotten', 'unsure ||= mayHaveWorked', 'unsure = mayHaveWorked'],
			['unknown outcome sent again', 'request.once === true && unsure', 'false'],
			['doubt not told', '{ ...result.explain(tries), unsure }', '{ ...result.explain(tries) }'],
		],
	),
	...of(
		'request/body.ts',
		['test/shared/body'],
		[
			['size exclusive', 'bytes > ANSWER.maxBytes', 'bytes >= ANSWER.maxBytes'],
			['no limit', 'if (bytes > ANSWER.maxBytes) return undefined;', ''],
			[
				'characters cut at chunks',
				'decoder.decode(chunk, { stream: true })',
				'decoder.decode(chunk)',
			],
			['a trickle goes on', '!ended && body.destroy(new LateError())', 'ended'],
		],
	),
	...of(
		'request/baseUrl.ts',
		['test/areas/account'],
		[
			['a query is taken', '/[?#]/.test(text)', 'url.search'],
			['slash kept', "text.replace(/\\/+$/, '')", 'text'],
		],
	),
	...of(
		'routing/trail.ts',
		['test/shared/trail', 'test/shared/page'],
		[
			['a cursor is forgotten', 'this.seen.add(cursor);', ''],
			['a page too many', 'this.empty >= PAGES.maxEmpty', 'this.empty > PAGES.maxEmpty'],
			['empty pages counted over full ones', 'rows > 0 ? 0 : this.empty + 1', 'this.empty + 1'],
			['an empty cursor is taken', " || cursor === ''", ''],
			['has_more need not be said', "typeof data.has_more !== 'boolean'", 'false'],
		],
	),
	...of(
		'routing/page.ts',
		['test/shared/page'],
		[
			['pages always full', 'Math.min(max, missing)', 'max'],
			['more rows than wanted', '.slice(0, missing)', ''],
			['cursor dropped', 'body.page_cursor = cursor', 'body.page_cursor = undefined'],
			['filters dropped', '{ ...filters, limit:', '{ limit:'],
			['asks on after the last row', 'if (missing === 0) return;', ''],
		],
	),
	...of(
		'routing/page.ts',
		['test/areas/calls'],
		[['limit counted anew in each window', 'wantedOf(call) - found.length', 'wantedOf(call)']],
	),
	...of(
		'routing/collect.ts',
		['test/shared/collect'],
		[['rows exclusive', 'rows.length > OUTPUT.maxRows', 'rows.length >= OUTPUT.maxRows']],
	),
	...of('routing/items.ts', ANSWERS, [
		['two results for an item', 'own.length === 1', 'own.length > 0'],
		[
			'results by place',
			'results.get(itemId) ?? []',
			'[...results.values()].flat().slice(Number(itemId), Number(itemId) + 1)',
		],
	]),
	...of(
		'routing/items.ts',
		['test/areas/recordWrites'],
		[
			[
				'a bad item sinks its neighbours',
				'items.length > 1 && error',
				'items.length > 100 && error',
			],
		],
	),
	...of(
		'routing/read.ts',
		[...ANSWERS, 'test/areas/records.test'],
		[
			['a UID asked for twice', '[...new Set(uids)]', 'uids'],
			['two results for a UID', 'own.length === 1', 'own.length > 0'],
			['found need not be said', "typeof result.found !== 'boolean'", 'false'],
		],
	),
	...of('routing/answer.ts', ANSWERS, [
		['rows may be anything', 'if (!list.every(isObject)) throw', 'if (false) throw'],
		['lists are objects', ' && !Array.isArray(value);', ';'],
	]),
	...of(
		'routing/resolve.ts',
		['test/areas/recordWrites', 'test/areas/people', 'test/areas/teams'],
		[
			['more candidates than wanted', '.slice(0, search.wanted - search.rows.length)', ''],
			['cursor dropped', 'item.page_cursor = cursor', 'void cursor'],
			[
				'finished ones asked again',
				'open.filter(({ done }) => !done)',
				'open.some(({ done }) => !done) ? searches : []',
			],
		],
	),
	...of(
		'routing/execute.ts',
		['test/request.test.ts'],
		[
			['link removed from outputs', '{ json: row, pairedItem }', '{ json: row }'],
			[
				'link removed from errors',
				'{ json: errorJson(error), pairedItem }',
				'{ json: errorJson(error) }',
			],
			['everything linked to the first', '{ item: context.getItemIndex() }', '{ item: 0 }'],
			['a bad item does not stop the run', 'if (body instanceof FailureError) run.fail();', ''],
		],
	),
	...of(
		'routing/run.ts',
		['test/request.test.ts'],
		[
			[
				'one failure stops all although to continue',
				'this.someFailed && this.stopsOnError',
				'this.someFailed',
			],
			[
				'sent although n8n has ended the node',
				'this.stopsOnError && this.atOnce && !this.whole',
				'false',
			],
		],
	),
	...of('routing/batch.ts', WRITES, [
		['eleven items', 'MAX_ITEMS = 10', 'MAX_ITEMS = 11'],
		['changes of the same at once', '(rounds[job.turn] ??= [])', '(rounds[0] ??= [])'],
		['a key of the user replaced', 'item.idempotency_key ??= ', 'item.idempotency_key = '],
		['a time of the user replaced', 'item[stamp] ??= job.at', 'item[stamp] = job.at'],
		[
			'other values sent in doubt',
			'trace.definite || trace.digest === job.digest) continue;',
			'true) continue;',
		],
		['times not kept', 'job.at = trace.at;', 'void trace.at;'],
	]),
	...of('routing/memory.ts', WRITES, [
		['a key renewed', '-${at}`;', '-${at}-${Date.now()}`;'],
		['a key for all that is tried anew', '-${digest}-${at}`', '-${digest}`'],
		['a key whatever the content', '-${index}-${digest}-', '-${index}-'],
		['runs of a loop mixed', 'node.svc.run !== run && !ofTool', 'false && !ofTool'],
		['digests by order of fields', '.sort(([a], [b]) => (a < b ? -1 : 1))', ''],
	]),
	...of('routing/outcome.ts', WRITES, [
		['doubt of an earlier try forgotten', 'job.doubted === true || (trace', 'false || (trace'],
		['success whatever it says', "outcome.status === 'succeeded'", 'true'],
		[
			'what was written is not remembered',
			'memory.remember(job, { digest: job.digest, row: kept });',
			'void kept;',
		],
	]),
	...of(
		'routing/windows.ts',
		['test/shared/windows'],
		[
			['a millisecond twice', 'end -= MAX_WINDOW + 1', 'end -= MAX_WINDOW'],
			[
				'windows a day too long',
				'const from = Math.max(start, end - MAX_WINDOW)',
				'const from = Math.max(start, end - MAX_WINDOW - DAY)',
			],
			['a future without end', 'Math.min(end, Math.max(now + DAY, start + MAX_WINDOW))', 'end'],
			['never latest first', 'descending ? windows.reverse() : windows', 'windows'],
		],
	),
	...of(
		'routing/parallel.ts',
		['test/shared/parallel'],
		[
			['goes on after an error', 'if (errors.length > 0) return;', ''],
			['error swallowed', 'if (errors.length > 0) throw errors[0];', ''],
		],
	),
	...of(
		'fields/read.ts',
		['test/conformance/nodes'],
		[
			['longest text exclusive', 'length > maxLength', 'length >= maxLength'],
			['longest list exclusive', '(values.length > maxItems)', '(values.length >= maxItems)'],
			['least number exclusive', 'number < minValue', 'number <= minValue'],
			['length in UTF-16', 'codePoints(string)', 'string.length'],
			['empty values sent', 'if (!isEmpty(read.value)) put(', 'if (has(raw, path)) put('],
		],
	),
	...of(
		'fields/read.ts',
		['test/shared/hostileValues'],
		[
			['shortest text exclusive', 'length < minLength', 'length <= minLength'],
			['NaN written as text', '!Number.isFinite(value)', "typeof value !== 'number'"],
			['half a character sent', 'if (HALF.test(string)) return new Flaw(HALF_WORDS);', ''],
			['user_id sent', "Object.hasOwn(written.value, 'user_id')", 'false'],
			['a guard that is empty means left empty', '&& !field.limits?.guard', ''],
		],
	),
	...of(
		'fields/rules.ts',
		['test/areas/recordings', '-t', 'speakers and labels|exactly 20'],
		[['lists together exclusive', 'count > max', 'count >= max']],
	),
	...of(
		'fields/rules.ts',
		['test/shared/rules'],
		[
			['the same instant refused', 'body[start]! > body[end]!', 'body[start]! >= body[end]!'],
			['an empty span taken', 'body[start]! >= body[end]!', 'body[start]! > body[end]!'],
		],
	),
	...of(
		'fields/time.ts',
		['test/shared/time'],
		[
			[
				'the 31st of February',
				'Number(iso[3]) > daysInMonth',
				'Number(iso[3]) > 31 + 0 * daysInMonth',
			],
			[
				'the zone of the server',
				"text.replace(' ', 'T').replace(/\\s/g, ''), zone",
				"text.replace(' ', 'T').replace(/\\s/g, ''), 'UTC'",
			],
		],
	),
	...of(
		'transcript/transcript.ts',
		['test/areas/recordings'],
		[
			['last sentence cut at the border', 'sentences.size > wanted', 'sentences.size >= wanted'],
			['fragments in the order they come', 'inTextOrder(fragments)', 'fragments'],
			['overlap written twice', "from < end ? [...own].slice(end - from).join('') : own", 'own'],
			['a gap at the end untold', 'if (end < length) gaps.push', 'if (end < 0) gaps.push'],
		],
	),
	...of(
		'fields/locators/search.ts',
		['test/shared/locators'],
		[
			['ends at an empty page', 'results.length > 0 || next === undefined', 'true'],
			['longest search exclusive', 'length <= MAX_TEXT', 'length < MAX_TEXT'],
		],
	),
	...of('polling/advance.ts', POLLS, [
		[
			'read up to a time that has not come for the service',
			'state.done = Math.max(doneBefore, Math.min(state.done, present));',
			'',
		],
		['never forgets', '\t\tmemory.forgetBefore(state.floor[0]);\n', ''],
		[
			'every poll out of time fails',
			'\t\t\tconst hopeless = event.listed === true || this.pace.tried <= 1 || !this.pace.answered;',
			'\t\t\tconst hopeless = true;',
		],
		[
			'a poll out of time tries the same again',
			'\t\t\tthis.pace.narrow();\n\t\t} else',
			'\t\t} else',
		],
		[
			'goes on after a refused key',
			'const passing = error instanceof FailureError && status !== 400 && status !== 401;',
			'const passing = error instanceof FailureError;',
		],
		[
			'says nothing where nothing could be read',
			'if (!passing || nothing) throw error;',
			'if (!passing) throw error;',
		],
		[
			'forgets what was dated later',
			'\t\tif (!this.terms.event.hiddenTime && this.memory.has(key)) this.memory.remember(key, until);\n',
			'',
		],
		[
			'emits what is old below a post that was added',
			'\t\t\tif (group !== undefined && groups && !groups.includes(digest(group))) {',
			'\t\t\tif (false) {',
		],
		['believes its own clock', 'return this.now - this.terms.behind();', 'return this.now;'],
		[
			'reads only beyond a clock that was set back',
			'\t\treturn Math.min(this.before.done, this.now);',
			'\t\treturn this.before.done;',
		],
		['forgets without passing over', 'if (!floor || floor[0] < state.floor[0]) return;', 'return;'],
	]),
	...of('polling/advance.ts', HISTORIES, [
		['a walk is over before its end', '\t\tif (lap.at < this.readBefore) return;\n', ''],
		[
			'positions move past what waits',
			'\t\tconst end = slices.findIndex(({ found }) =>',
			'\t\tconst end = [].findIndex(({ found }: Slice) =>',
		],
		['reads on when there is enough', '\t\t\tif (due >= maxItems) return;\n', ''],
		[
			'creations are too old before all is read',
			'const settled = this.terms.event.movesOn ? this.caughtUp : true;',
			'const settled = true;',
		],
		['final although read only once since', 'state.lapped - lookback', 'this.present - lookback'],
	]),
	...of('polling/bounds.ts', POLLS, [
		[
			'the same moment is never too old',
			"return at > time || (at === time && (floorId === '' || id > floorId));",
			'return at >= time;',
		],
	]),
	...of('polling/slices.ts', POLLS, [
		['ends after the first slice', '\t\t\tif (at >= to) return;', '\t\t\treturn;'],
		[
			'forgets calls by their start',
			'return { ...own, at, until: Math.max(at, to) };',
			'return { ...own, at, until: at };',
		],
		['cuts a millisecond', '\t\treturn span > 1 && pages >', '\t\treturn pages >'],
	]),
	...of('polling/slices.ts', HISTORIES, [
		[
			'a time for what has none',
			'return { ...own, at: now, until: now, timeless: true };',
			'return { ...own, at: now, until: now };',
		],
	]),
	...of('polling/windows.ts', POLLS, [
		['a window without what ends at its start', 'overlap ? from - 1 : from', 'from'],
	]),
	...of('polling/start.ts', POLLS, [
		[
			'remembers nothing of the beginning',
			'\t\tif (until >= state.floor[0]) memory.remember(key, until);',
			'',
		],
		[
			'knows no status at the beginning',
			'\tfor (const [id, value] of [...latestFirst].reverse()) known.set(id, value);',
			'',
		],
		['passes over what is still due', '\tif (event.ahead) return stateFrom(reader.now, fp);\n', ''],
	]),
	...of('polling/poll.ts', POLLS, [
		['two polls at a time', '\tif (underWay.has(id) && !manual) return null;\n', ''],
		[
			'forgets the activation',
			'const known = before ?? readState(shared[anchor], fp);',
			'const known = before;',
		],
		['keeps the activation for ever', '\telse if (before || !known) delete shared[anchor];\n', ''],
		[
			'the start does not matter',
			"const start = [startFrom ?? 'now', startFrom === 'date' && startDate];",
			'const start: unknown[] = [];',
		],
	]),
	...of('polling/complete.ts', POLLS, [
		[
			'a text that is missing blocks its event for ever',
			'const counts = error instanceof FailureError || each === due[0];',
			'const counts = false;',
		],
		[
			'takes a refused key for a missing text',
			'if (!known || failureOf(error).status === 401) throw error;',
			'if (!known) throw error;',
		],
	]),
	...of('polling/state.ts', POLLS, [
		[
			'goes on for another event',
			'return state.v === VERSION && state.fp === fp ? state : undefined;',
			'return state;',
		],
	]),
];
