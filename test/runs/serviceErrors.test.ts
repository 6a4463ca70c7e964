import { uid } from '../../dev/contract/choices';
import { pollNode } from '../../dev/engine/pollNode';
import { jsonOf, useService } from '../support/useService';

const fixture = useService();

/** Message of the node if the service refuses a request with this message. */
async function saidOf(words: string, node: string, parameters: object): Promise<unknown> {
	const body = JSON.stringify({ code: 400, message: words, request_id: 'r-1' });
	fixture.service.faults.add({ status: 400, times: Infinity, body });
	const settings = { onError: 'continueRegularOutput' } as const;
	const { items } = await fixture.run({ node, parameters: parameters as never, settings });
	return jsonOf(items)[0];
}

const REFUSED = 'The service refused the request: ';
const send = { resource: 'message', operation: 'send', conversation: uid('chat_1'), text: 'Hello' };
const create = {
	resource: 'record',
	operation: 'create',
	text: 'Glaze',
	container: 'unclassified',
};
const getAll = { resource: 'record', operation: 'getAll' };
const get = { resource: 'record', operation: 'get', record: uid('rec_1') };

it.each([
	['svcChat', send, 'items[0].text_content is too long', "'Text' is too long"],
	['svcChat', send, 'items[12].bot_mentions[0].bot_uid is no bot', "'Bot Mentions' is no bot"],
	['svcRecords', create, 'items[0].container.topic_uid is no topic', "'Which Topic' is no topic"],
	['svcRecords', create, 'items[0].container.kind is wrong.', "'Topic' is wrong."],
	['svcRecords', create, 'items[0].title must be shorter', "'Title' must be shorter"],
	['svcRecords', create, 'title and text must differ', 'title and text must differ'],
	['svcRecords', create, 'items[0].colour is not a field', 'items[0].colour is not a field'],
	['svcRecords', getAll, 'creator_user_refs[3] is nobody', "'Creators' is nobody"],
	['svcRecords', getAll, 'see request_id', 'see request_id'],
	['svcRecords', getAll, "'creator_user_refs' is long", "'Creators' is long"],
	['svcRecords', create, '"items[0].title" is long', "'Title' is long"],
	['svcRecords', create, '`title_of_it` or "text_content"', "`title_of_it` or 'Text'"],
	['svcRecords', create, "'items[0].title is long'", "''Title' is long'"],
	['svcRecords', get, 'no-record_uid-7 is no UID', 'no-record_uid-7 is no UID'],
	['svcRecords', get, '"rec_1.record_uid" is no UID', '"rec_1.record_uid" is no UID'],
	['svcRecords', get, 'record_uids[0] is malformed', "'Record' is malformed"],
])('%s %j: %s', async (node, parameters, words, told) => {
	const said = await saidOf(words, node, parameters);
	expect(said).toMatchObject({
		error: `${REFUSED}${told}`,
		details: { http_status: 400, request_id: 'r-1' },
	});
});

it('names the person who cannot be written to by the display name of the field', async () => {
	fixture.expectViolations();
	const { user_ref } = fixture.service.account('a').profile;
	const { error } = await fixture.run({
		node: 'svcChat',
		parameters: { ...send, sendTo: 'person', person: uid(user_ref) } as never,
	});
	expect(error?.message).toContain("'Person' is not another real person");
	expect(error?.message).not.toContain('items[');
});

it('does not change the messages of other answers', async () => {
	const body = JSON.stringify({ code: 404, message: 'no text_content', request_id: 'r-1' });
	fixture.service.faults.add({ status: 404, times: Infinity, body });
	const { error } = await fixture.run({ node: 'svcChat', parameters: send as never });
	expect(error?.message).toContain('no text_content');
});

it('names the filter of a trigger that the service refuses', async () => {
	const body = JSON.stringify({ code: 400, message: 'topic_uid is no topic', request_id: 'r-1' });
	fixture.service.faults.add({ operation: 'queryArrangements', status: 400, times: 9, body });
	const { error } = await pollNode(
		{
			node: 'svcArrangementsTrigger',
			parameters: { event: 'updated', filters: { topic: uid('top_1') } },
			credential: fixture.credential,
		},
		'manual',
	);
	expect(error?.message).toBe(`${REFUSED}'Topic' is no topic`);
});
