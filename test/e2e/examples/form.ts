import axios from 'axios';
import { randomUUID } from 'node:crypto';
import { waitFor, type Workflow } from '../../../dev/n8n/client';
import { exampleWith } from '../workflows';
import type { World } from '../world';

const http = axios.create({ proxy: false, maxRedirects: 5, responseType: 'text', timeout: 30_000 });

/** A published example that begins with a form, as somebody uses it in a browser. */
export class Form {
	private constructor(
		private readonly world: World,
		readonly workflow: Workflow,
		private readonly url: string,
	) {}

	/** @param trigger name of the form's node */
	static async publish(world: World, file: string, trigger: string): Promise<Form> {
		const example = exampleWith(world.credential, file);
		const form = example.nodes.find(({ name }) => name === trigger)!;
		form.webhookId = randomUUID();
		const workflow = await world.n8n.createWorkflow(example);
		await world.n8n.activate(workflow);
		return new Form(world, workflow, `${world.n8n.url}/form/${form.webhookId}`);
	}

	/** Opens the form, which has this title, and sends these fields. Returns n8n's answer. */
	async submit(title: string, ...fields: Array<string | File>): Promise<string> {
		expect((await http.get<string>(this.url)).data).toContain(title);
		const form = new FormData();
		fields.forEach((field, i) => form.append(`field-${i}`, field));
		return (await http.post<string>(this.url, form)).data;
	}

	/** Waits, as the form in the browser does, and returns the words of the page at the end of the workflow. */
	async ending(answer: string): Promise<string> {
		const { formWaitingUrl } = JSON.parse(answer) as { formWaitingUrl: string };
		const { pathname, search } = new URL(formWaitingUrl);
		const url = this.world.n8n.url + pathname;
		await waitFor('the ending of the form', 30_000, async () => {
			const { data } = await http.get<string>(`${url}/n8n-execution-status${search}`);
			return data === 'form-waiting' || undefined;
		});
		const ending = await http.get<string>(url + search);
		// The page itself sends this when it is shown; the execution ends then
		await http.post(url + search);
		return ending.data.replace(/<(script|style)[\s\S]*?<\/\1>|<[^>]+>/g, '\n');
	}

	async close(): Promise<void> {
		await this.world.n8n.deactivate(this.workflow);
	}
}
