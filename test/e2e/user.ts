import type { Locator, Page } from 'playwright-core';
import type { Editor } from './editor';

/** Time for Execute Step, which waits for the service; everything else in the editor is faster. */
const STEP_TIMEOUT_MS = 60_000;

/** Width of the button in the corner of a text field. */
const CORNER_PX = 40;

/** Effort of a job: all actions of a user with mouse and keyboard. */
export interface Effort {
	clicks: number;
	/** Number of texts typed into a field. */
	texts: number;
	/** Number of input fields dragged into the settings. */
	drags: number;
	/** Number of keys instead of clicks: Enter for the first entry of a search, Escape to go back to the canvas. */
	keys: number;
}

/**
 * A user who builds a workflow in n8n's editor and counts the actions. The user clicks, types plain text and drags;
 * nothing is set in any other way.
 */
export class User {
	readonly effort: Effort = { clicks: 0, texts: 0, drags: 0, keys: 0 };

	/** True for a user who presses Enter and Escape where n8n offers them */
	usesKeys = false;

	/** True once the workflow runs by itself */
	hasPublished = false;

	private readonly page: Page;

	constructor({ page }: Editor) {
		this.page = page;
	}

	/** Adds a node behind the last one and stays in its settings. */
	async addNode(name: string, action?: string): Promise<void> {
		const last = this.page.getByTestId('canvas-handle-plus').last();
		const first = this.page.getByTestId('canvas-add-button');
		const isFirst = await first.isVisible();
		if (!isFirst && !(await this.isInView(last)))
			await this.click(this.page.getByTestId('zoom-to-fit'));
		await this.click(isFirst ? first : last);
		await this.search(this.page.getByTestId('node-creator-search-bar'), name);
		await this.takeFirst(name);
		if (action) await this.chooseAction(action);
		await this.settings.waitFor();
	}

	/** True for an element of the canvas in the part of it that is shown. */
	private async isInView(target: Locator): Promise<boolean> {
		const { x } = (await target.boundingBox())!;
		return x < this.page.viewportSize()!.width - CORNER_PX;
	}

	/** Takes a node of the panel after a search, which puts it first. */
	private async takeFirst(name: string): Promise<void> {
		if (!this.usesKeys) return await this.click(this.panelEntry(name));
		const first = this.page.getByTestId('item-iterator-item').first();
		await first.and(this.page.locator('[class*=active]')).filter({ hasText: name }).waitFor();
		await this.press('Enter');
	}

	/** Chooses an action of the node in the panel. In an empty workflow n8n hides those that are no triggers. */
	private async chooseAction(action: string): Promise<void> {
		const entry = this.panelEntry(action);
		const actions = this.page
			.getByTestId('node-creator-category-item')
			.filter({ hasText: 'Actions' });
		await entry.or(actions).first().waitFor();
		if (!(await entry.isVisible())) await this.click(actions);
		await this.click(entry);
	}

	/** Goes back to the canvas. */
	async closeNode(): Promise<void> {
		if (this.usesKeys) await this.press('Escape');
		else await this.click(this.page.getByTestId('ndv-close-button'));
		await this.settings.waitFor({ state: 'hidden' });
	}

	/** Chooses an entry in the list of a parameter. */
	async choose(parameter: string, option: string): Promise<void> {
		await this.click(this.parameter(parameter));
		await this.click(this.option(option));
	}

	/** Chooses several entries in the list of a parameter, which stays open until it is clicked again. */
	async chooseSeveral(parameter: string, ...options: string[]): Promise<void> {
		const list = this.parameter(parameter);
		await this.click(list);
		for (const option of options) await this.click(this.option(option));
		await this.click(list.locator('.el-select__caret'));
		await this.option(options[0]).waitFor({ state: 'hidden' });
	}

	/** Turns a switch. */
	async turn(parameter: string): Promise<void> {
		await this.click(this.parameter(parameter));
	}

	/** Adds a filter, or a field of the first collection. */
	async addFilter(displayName: string): Promise<void> {
		await this.click(this.settings.getByTestId('collection-parameter-add').first());
		await this.click(this.option(displayName));
	}

	/** The entry with which a parameter with several entries begins. */
	firstEntry(parameter: string): Locator {
		const entries = this.page.getByTestId(`fixed-collection-${parameter}`);
		return entries.getByTestId(/^resource-locator-/).first();
	}

	/** Adds an entry to a parameter with several entries and returns all of them. */
	async addRow(parameter: string): Promise<Locator> {
		const entries = this.page.getByTestId(`fixed-collection-${parameter}`);
		await this.click(entries.getByTestId('fixed-collection-add'));
		return entries;
	}

	/** Adds an entry for an object to a parameter with several entries and returns it. */
	async addEntry(parameter: string): Promise<Locator> {
		return (await this.addRow(parameter)).getByTestId(/^resource-locator-/).last();
	}

	/** Chooses an object From List, after a search if there is something to search for. */
	async chooseFromList(locator: Locator, search: string, entry: RegExp): Promise<void> {
		await this.click(locator.getByTestId('rlc-input'));
		const bar = this.page.getByTestId('rlc-search').locator('visible=true');
		if (search) await this.search(bar, search);
		await this.click(this.page.getByTestId('rlc-item').filter({ hasText: entry }));
	}

	/** Sets an object By Name. */
	async enterName(locator: Locator, name: string): Promise<void> {
		await this.click(locator.getByTestId('rlc-mode-selector'));
		await this.click(this.page.getByTestId('mode-name').locator('visible=true'));
		await this.click(locator.getByTestId('rlc-input'));
		await this.type(name);
	}

	/** A parameter for one object, such as a person. */
	locatorOf(parameter: string): Locator {
		return this.page.getByTestId(`resource-locator-${parameter}`);
	}

	/** Builds a text from an input field, words, and another field. */
	async compose(parameter: string, first: string, words: string, second: string): Promise<void> {
		const target = this.parameter(parameter);
		await this.drag(first, parameter);
		await this.click(target, await endOf(target));
		await this.type(words);
		await this.resultOf(parameter, words);
		await this.drag(second, parameter);
	}

	/** Runs the node that is open, and waits until it has succeeded. */
	async executeStep(): Promise<void> {
		await this.click(this.settings.getByTestId('node-execute-button'));
		const output = this.page.getByTestId('output-panel');
		const ended = output.getByTestId(/^node-run-status-(success|danger)$/);
		await ended.waitFor({ timeout: STEP_TIMEOUT_MS });
		if (await output.getByTestId('node-run-status-danger').isVisible()) {
			throw new Error(`The step failed: ${await output.innerText()}`);
		}
	}

	/** Begins the workflow with the node that starts it by hand, which has no settings. */
	async beginByHand(): Promise<void> {
		await this.click(this.page.getByTestId('canvas-add-button'));
		await this.click(this.panelEntry('Trigger manually'));
		await this.page.getByTestId('canvas-handle-plus').waitFor();
	}

	/** Runs the workflow from the canvas. */
	async executeWorkflow(): Promise<void> {
		await this.click(this.page.getByTestId('execute-workflow-button').first());
	}

	/** Publishes the workflow, and waits until its triggers run. */
	async publish(): Promise<void> {
		this.hasPublished = true;
		await this.click(this.page.getByTestId('workflow-open-publish-modal-button'));
		await this.click(this.page.getByTestId('workflow-publish-button'));
		await this.page.getByTestId('workflow-publish-button').waitFor({ state: 'hidden' });
	}

	/** Types a text into a field. */
	async enter(parameter: string, text: string): Promise<void> {
		await this.click(this.parameter(parameter));
		await this.type(text);
	}

	/** Clicks beside the field that was dragged to: until then n8n shows its result above the next fields. */
	async leaveField(): Promise<void> {
		await this.click(this.settings.getByTestId('tab-params'));
	}

	/** Types an expression into a field, which is switched to Expression first. `result` is a part of what n8n shows for it. */
	async enterExpression(parameter: string, expression: string, result: string): Promise<void> {
		const field = this.parameter(parameter);
		await field.hover();
		const toggle = '*[@data-test-id="radio-button-expression"]';
		const around = field.locator(`xpath=ancestor::*[.//${toggle}][1]`);
		await this.click(around.getByTestId('radio-button-expression'));
		await this.click(field.locator('.cm-content'));
		await this.type(expression);
		await this.resultOf(parameter, result);
	}

	/** Chooses what the node does about an item that fails. */
	async chooseOnError(option: string): Promise<void> {
		await this.click(this.settings.getByTestId('tab-settings'));
		await this.choose('onError', option);
	}

	/** Opens the output of items that failed, and returns the words there. */
	async readErrors(): Promise<string> {
		const output = this.page.getByTestId('output-panel');
		await this.click(output.getByText(/^Error Branch/));
		await output
			.getByTestId('ndv-data-container')
			.getByText('error', { exact: true })
			.first()
			.waitFor();
		return await output.innerText();
	}

	private get settings(): Locator {
		return this.page.getByTestId('ndv');
	}

	private parameter(name: string): Locator {
		return this.settings.getByTestId(`parameter-input-${name}`);
	}

	/** An entry of the node panel. */
	private panelEntry(name: string): Locator {
		return this.page.getByTestId('node-creator-item-name').filter({ hasText: exactly(name) });
	}

	/** An entry of the open list. n8n shows its description below the name. */
	private option(name: string): Locator {
		return this.page
			.getByRole('option', { name: new RegExp(`^${escaped(name)}(?!\\w)`) })
			.locator('visible=true');
	}

	private async click(target: Locator, position?: Position): Promise<void> {
		this.effort.clicks++;
		await target.click({ position });
	}

	private async press(key: 'Enter' | 'Escape'): Promise<void> {
		this.effort.keys++;
		await this.page.keyboard.press(key);
	}

	/** Types into the focused field, all at once, since n8n processes single keys with a delay. */
	private async type(text: string): Promise<void> {
		this.effort.texts++;
		await this.page.keyboard.insertText(text);
	}

	/** Types into a search that was just opened. n8n moves the focus there later, by a timer, and once did not at all. */
	private async search(bar: Locator, text: string): Promise<void> {
		this.effort.texts++;
		await bar.fill(text);
	}

	/** Drags a field of the input to the end of a parameter, in several mouse movements, which n8n requires. */
	async drag(field: string, parameter: string): Promise<void> {
		this.effort.drags++;
		const target = this.parameter(parameter);
		const item = this.page
			.getByTestId('ndv-input-panel')
			.getByTestId('run-data-schema-item')
			.filter({ has: this.page.getByText(field, { exact: true }) });
		const from = item.getByTestId('run-data-schema-node-name');
		await from.dragTo(target, { targetPosition: await endOf(target), steps: 10 });
		const value = await item.getByTestId('run-data-schema-item-value').innerText();
		// n8n cuts a long value, shows a line break as a backslash and an n, and other characters than these in different ways
		const [plain] = /^[^\\\u0080-\uffff]{1,100}/.exec(value) ?? [value];
		await this.resultOf(parameter, plain.trim());
	}

	/** Waits until n8n shows a text in the result of an expression: only then the text is set. */
	private async resultOf(parameter: string, text: string): Promise<void> {
		const field = this.page.getByTestId(`parameter-input-${parameter}`);
		const input = this.page.getByTestId('parameter-input').filter({ has: field });
		await input.getByTestId('parameter-input-hint').filter({ hasText: text }).waitFor();
	}
}

interface Position {
	x: number;
	y: number;
}

/** The position behind the text in a text field. */
async function endOf(field: Locator): Promise<Position> {
	const { width, height } = (await field.boundingBox())!;
	return { x: width - CORNER_PX, y: height / 2 };
}

/** The complete text of an element. */
function exactly(text: string): RegExp {
	return new RegExp(`^\\s*${escaped(text)}\\s*$`);
}

/** A text for a regular expression. */
function escaped(text: string): string {
	return text.replaceAll(/[()]/g, '\\$&');
}
