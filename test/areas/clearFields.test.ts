import type { IDataObject } from 'n8n-workflow';
import { uid } from '../../dev/contract/choices';
import { useService } from '../support/useService';

/** A field under Update Fields that is also chosen under Clear Fields, as for the rows of a sheet. */

const NOW = Date.parse('2026-06-15T12:00:00Z');
const fixture = useService({ now: NOW });
const account = () => fixture.service.account('a');

function task(): IDataObject {
	const open = [...account().arrangements.values()].find(({ status }) => status === 'following');
	return { resource: 'arrangement', arrangement: uid(open!.arrangement_uid) };
}

function record(): IDataObject {
	const { records, profile } = account();
	const own = [...records.values()].find(
		({ state, creator_user_ref, locked }) =>
			state === 'available' && !locked && creator_user_ref === profile.user_ref,
	);
	return { resource: 'record', record: uid(own!.record_uid) };
}

const DATE = '2026-07-01T09:00:00.000Z';

describe.each([
	[
		'description of a task',
		'svcArrangements',
		task,
		'description',
		'description',
		'New',
		'New',
		'',
	],
	['due time of a task', 'svcArrangements', task, 'dueAt', 'due_at', DATE, Date.parse(DATE), 0],
	['title of a record', 'svcRecords', record, 'title', 'title', 'New', 'New', ''],
	['text of a record', 'svcRecords', record, 'text', 'text_content', 'New', 'New', ''],
])('the %s', (_what, node, object, name, property, value, sent, none) => {
	/** What is sent for a cell. */
	const run = async (cell: unknown, clearFields: unknown = [property]) => {
		const parameters = {
			...object(),
			operation: 'update',
			updateFields: { [name]: '={{ $json.cell }}' },
			clearFields,
		};
		const { error } = await fixture.run({
			node,
			parameters: parameters as never,
			items: [{ cell } as IDataObject],
		});
		const writes = fixture.requests.filter(({ operation }) => operation?.startsWith('update'));
		const items = writes.flatMap(({ body }) => body!.items as IDataObject[]);
		return [error?.message, ...items.map((item) => item[property]), error?.description];
	};

	it('gets the value of a cell', async () => {
		expect(await run(value)).toEqual([undefined, sent, undefined]);
	});

	it('gets it too where the list of fields to clear is empty', async () => {
		expect(await run(value, '={{ [] }}')).toEqual([undefined, sent, undefined]);
	});

	it.each(['', ' ', null])('is emptied by an empty cell: %j', async (cell) => {
		expect(await run(cell)).toEqual([undefined, none, undefined]);
	});

	it('is left as it is, with an error, where there is no such column', async () => {
		expect(await run(undefined)).toEqual([
			expect.stringMatching(/^'.*' has no value, since its expression yields 'undefined'/),
			expect.stringContaining("'Clear Fields' empties it for null or an empty text"),
		]);
	});
});
