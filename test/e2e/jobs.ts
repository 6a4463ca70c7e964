import { waitFor } from '../../dev/n8n/client';
import { itemsOf, type Execution } from '../../dev/n8n/execution';
import { PATIENCE_MS } from './activeTrigger';
import { openEditor, type Editor } from './editor';
import { openOwnN8n, type OwnN8n } from './ownN8n';
import { User, type Effort } from './user';
import type { World } from './world';

/** A test file of jobs that a user does in n8n's editor, by clicking and typing plain text, without an expression. */
export interface Jobs {
	readonly n8n: OwnN8n;
	readonly world: World;
	/** ID of the workflow, once n8n has stored it */
	readonly workflowId: string;
	/** The user of the test, in a new workflow */
	readonly user: User;
	/** Checks that the job needs no more than this effort, and prints the effort. */
	expectEffort(most: Partial<Effort>): void;
	/** The latest execution, once it has ended. */
	latest(): Promise<Execution>;
	/** The JSON of the output items of a node in the latest execution. */
	outputOf(node: string): Promise<ReturnType<typeof itemsOf>>;
	/** Waits until the published workflow was started that often, and returns its latest execution. */
	executed(times: number): Promise<Execution>;
	/** Texts of the messages that were sent, with the conversations they were sent to. */
	sentMessages(): string[][];
}

/** @param name name of n8n's folder */
export function useJobs(name: string): Jobs {
	let n8n: OwnN8n;
	let editor: Editor;
	let user: User;
	// With a single credential n8n selects it in new nodes by itself.
	beforeAll(async () => void (n8n = await openOwnN8n(name)));
	beforeEach(async () => {
		n8n.world.service.reset();
		editor = await openEditor(n8n.world);
		user = new User(editor);
		await editor.openNewWorkflow();
	});
	afterEach(async () => {
		if (user.hasPublished) await n8n.world.n8n.deactivate({ id: editor.workflowId });
		await editor.close();
		expect(n8n.world.service.violations).toEqual([]);
	});
	afterAll(async () => await n8n.close());
	return {
		get n8n() {
			return n8n;
		},
		get world() {
			return n8n.world;
		},
		get workflowId() {
			return editor.workflowId;
		},
		get user() {
			return user;
		},
		expectEffort(most) {
			const { currentTestName } = expect.getState();
			console.log(`${currentTestName}: ${JSON.stringify(user.effort)}`);
			for (const what of ['clicks', 'texts', 'drags', 'keys'] as const) {
				const bound = most[what] ?? 0;
				expect([what, user.effort[what]]).toEqual([what, Math.min(user.effort[what], bound)]);
			}
		},
		async latest() {
			const client = n8n.world.n8n;
			const [{ id }] = await client.executions(editor.workflowId);
			return await client.waitForExecution(id);
		},
		async outputOf(node) {
			return itemsOf(await this.latest(), node);
		},
		async executed(times) {
			const client = n8n.world.n8n;
			const { id } = await waitFor(`${times} executions`, PATIENCE_MS, async () => {
				const all = await client.executions(editor.workflowId);
				return all.length < times ? undefined : all[0];
			});
			return await client.waitForExecution(id);
		},
		sentMessages() {
			const items = n8n.world
				.requests('sendChatMessages')
				.flatMap(({ body }) => body!.items as Array<Record<string, string>>);
			return items.map(({ chat_session_uid, text_content }) => [chat_session_uid, text_content]);
		},
	};
}
