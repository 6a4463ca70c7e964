import { startService, type Service } from '../../dev/fake-service';
import { NOW } from '../../dev/models/tasks';
import { story } from '../../dev/story';

/** At ten, in the night before, and in another year: the story is told around any present. */
describe.each([NOW, NOW - 7_200_000, NOW + 3e10])('the story at %d', (now) => {
	const told = story(now);

	it('has events until the present, and none after it', () => {
		const times = [
			...[...told.messages.values()].map(({ message_at }) => message_at),
			...[...told.calls.values()].map(({ ended_at, created_at }) => ended_at ?? created_at),
			...[...told.recordings.values()].map(({ end_at }) => end_at!),
			...[...told.records.values()].map(({ send_at }) => send_at),
			...[...told.arrangements.values()].map(({ updated_at }) => updated_at),
			...[...told.world.posts.values()].map(({ published_at }) => published_at!),
			...[...told.summaries.values()].map(({ created_at }) => created_at),
		];
		expect(Math.max(...times)).toBeLessThanOrEqual(now);
		expect(Math.max(...times)).toBeGreaterThan(now - 86_400_000);
	});

	it('names only people, chats and topics that it has', () => {
		const text = JSON.stringify(told, (_name, value: unknown) =>
			value instanceof Map ? [...value.values()] : value,
		);
		const known: Record<string, ReadonlyMap<string, unknown>> = {
			usr: told.people,
			chat: told.conversations,
			top: told.topics,
		};
		for (const [uid, kind] of text.matchAll(/(usr|chat|top)_[0-9a-f]{12}/g)) {
			expect([uid, known[kind].has(uid)]).toEqual([uid, true]);
		}
	});

	it('has no day left to write out', () => {
		const texts = [...told.messages.values(), ...told.records.values()];
		for (const { text_content } of texts) expect(text_content).not.toMatch(/\{[+-]?\d/);
	});

	it('has more of everything than the ten rows of a first page', () => {
		const posts = [...told.world.posts.values()];
		const tasks = [...told.arrangements.values()];
		const counts = [
			told.people.size,
			told.topics.size,
			told.records.size,
			told.conversations.size,
			told.calls.size,
			told.recordings.size,
			told.summaries.size,
			told.importedConversations.size,
			Math.max(...[...told.teams.values()].map(({ members }) => members.size)),
			posts.filter(({ parent_record_uid }) => parent_record_uid).length,
			posts.filter(({ parent_record_uid }) => !parent_record_uid).length,
			...['following', 'identified', 'completed'].map(
				(wanted) => tasks.filter(({ status }) => status === wanted).length,
			),
		];
		expect(Math.min(...counts)).toBeGreaterThan(10);
	});
});

describe('the service with a story', () => {
	let service: Service;
	beforeAll(async () => (service = await startService({ story, now: NOW })));
	afterAll(() => service.close());

	it('tells it again after a reset, to one account', () => {
		const names = () => [...service.account('a').people.values()].map(({ nickname }) => nickname);
		const before = names();
		service.account('a').people.clear();
		service.reset();
		expect(names()).toEqual(before);
		expect(before).toContain('Nora Lindgren');
		expect(service.account('b').profile.nickname).toBe('Theo Lantern');
	});
});
