import type { INode } from 'n8n-workflow';
import type { Locator, Page } from 'playwright-core';
import { canvasNode, openBrowser } from '../../dev/n8n/browser';
import type { Workflow } from '../../dev/n8n/client';
import { useWorld, type World } from './world';

/** Longer than n8n's editor needs for a list; after an empty list, another empty list takes this long. */
const LIST_TIMEOUT_MS = 10_000;

/** n8n's editor in a browser, signed in as the owner. Elements are found by n8n's own test IDs. */
export class Editor {
	constructor(
		readonly page: Page,
		private readonly url: string,
		/** Closes the browser. */
		readonly close: () => Promise<void>,
	) {}

	/** Opens a stored workflow and waits until its nodes and notes are on the canvas. */
	async openWorkflow({ id, nodes }: Workflow): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		const isNote = ({ type }: INode) => type === 'n8n-nodes-base.stickyNote';
		for (const { name } of nodes.filter((each) => !isNote(each))) await this.node(name).waitFor();
		for (let i = 0; i < nodes.filter(isNote).length; i++) await this.notes.nth(i).waitFor();
	}

	/** The sticky notes on the canvas. */
	get notes(): Locator {
		return this.page.getByTestId('sticky');
	}

	/** Texts of the notes that do not show their whole text. */
	async cutNotes(): Promise<Array<string | null>> {
		await this.page.getByTestId('zoom-to-fit').click();
		const cut: Array<string | null> = [];
		for (const note of await this.notes.all()) {
			const hidden = await note.evaluate((element) =>
				Math.max(
					...[element, ...element.querySelectorAll('*')].map(
						(part) => part.scrollHeight - part.clientHeight,
					),
				),
			);
			// A few pixels are margins
			if (hidden >= 8) cut.push(await note.textContent());
		}
		return cut;
	}

	/** Those of the nodes that have a warning. */
	async warned(names: string[]): Promise<string[]> {
		const warned: string[] = [];
		for (const name of names) {
			if ((await this.node(name).getByTestId('node-issues').count()) > 0) warned.push(name);
		}
		return warned;
	}

	/** Opens a new workflow, which is empty. */
	async openNewWorkflow(): Promise<void> {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.page.getByTestId('canvas-add-button').waitFor();
	}

	/** The ID of the open workflow. */
	get workflowId(): string {
		return /\/workflow\/([^/?]+)/.exec(this.page.url())![1];
	}

	/** Opens the settings of a node of a stored workflow. */
	async openNode(workflow: Workflow, name: string): Promise<void> {
		const { id } = workflow.nodes.find((node) => node.name === name)!;
		await this.page.goto(`${this.url}/workflow/${workflow.id}/${id}`);
		await this.page.getByTestId('ndv').waitFor();
	}

	/** A node on the canvas. */
	node(name: string): Locator {
		return canvasNode(this.page, name);
	}

	/** Opens the panel in which a node is chosen. */
	async openNodePanel(): Promise<void> {
		await this.page.getByTestId('node-creator-plus-button').click();
		await this.searchBar.waitFor();
	}

	/** Names of the nodes in the open panel for a phrase, best first; at least the first ten. */
	async searchNodes(phrase: string): Promise<string[]> {
		// Each search gives its entries new IDs.
		const first = "document.querySelector('[data-keyboard-nav-id]')?.dataset.keyboardNavId";
		const before = await this.page.evaluate<string | undefined>(first);
		await this.searchBar.fill(phrase);
		await this.page
			.waitForFunction(`${first} !== ${JSON.stringify(before)}`, null, { timeout: LIST_TIMEOUT_MS })
			.catch(() => {});
		const names = await this.page.getByTestId('node-creator-item-name').allTextContents();
		return names.map((name) => name.trim());
	}

	private get searchBar(): Locator {
		return this.page.getByTestId('node-creator-search-bar');
	}
}

/** Opens the editor of a world's n8n in a separate browser. */
export async function openEditor({ n8n }: World): Promise<Editor> {
	const { page, close } = await openBrowser(n8n);
	return new Editor(page, n8n.url, close);
}

/** The world of a test file, with n8n's editor in a browser. */
export function useEditor(): { world: World; editor: Editor } {
	const world = useWorld();
	const editor = Object.create(Editor.prototype) as Editor;
	beforeAll(async () => void Object.assign(editor, await openEditor(world)));
	afterAll(async () => await editor.close());
	return { world, editor };
}
