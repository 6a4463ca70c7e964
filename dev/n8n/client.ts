import axios, { type AxiosInstance } from 'axios';
import type {
	IConnections,
	IDataObject,
	INode,
	INodeListSearchResult,
	INodeParameters,
	IWorkflowSettings,
} from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { toExecution, type Execution, type StoredExecution } from './execution';

const POLL_MS = 100;

/** Executions in one answer. */
const PAGE = 100;

export interface Owner {
	email: string;
	firstName: string;
	lastName: string;
	/** n8n requires at least 8 characters with a digit and a capital letter. */
	password: string;
}

/** The part of a node type's description that n8n's editor receives and the tests use. */
export interface NodeType {
	name: string;
	displayName: string;
	group: string[];
	version: number | number[];
	/** Path below n8n's address, one for both themes or one for each. */
	iconUrl?: string | { light: string; dark: string };
	communityNodePackageVersion?: string;
	usableAsTool?: boolean;
	codex?: { categories?: string[]; alias?: string[] };
}

export interface Credential {
	id: string;
	name: string;
	type: string;
}

/** A workflow as exported from the editor, like the files in `examples/`. */
export interface WorkflowFile {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
}

export interface Workflow extends WorkflowFile {
	id: string;
	versionId: string;
	active: boolean;
	isArchived: boolean;
}

export interface CredentialTestResult {
	status: 'OK' | 'Error';
	message: string;
}

/** The part of a workflow to run: everything after a trigger, or everything up to a node. */
export type RunFrom = { trigger: string } | { upTo: string };

export interface ListSearchRequest {
	node: INode;
	/** Parameter of the list, in n8n's path notation. */
	parameter: string;
	/** Name of the node's search method. */
	method: string;
	filter?: string;
	paginationToken?: string;
}

/** A call that n8n refused. */
class N8nError extends Error {
	constructor(
		/** HTTP status of its answer. */
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

/** A page of n8n's list of executions. */
interface ExecutionPage {
	results: Array<{ id: string; status: string }>;
	/** Cursor of the next page, if there is one */
	nextCursor?: string | null;
}

/** n8n's editor API, as far as demo and tests use it. Every failed call says what n8n answered. */
export class N8nClient {
	/** n8n binds the login to this ID; a browser that reuses the login needs the same. */
	readonly browserId = randomUUID();

	private readonly http: AxiosInstance;

	private apiKey: string | undefined;

	/** Resolves with the key; several callers may need it first. */
	private creatingApiKey: Promise<void> | undefined;

	/**
	 * @param url address of n8n, without a slash at the end
	 * @param onAnswer gets the text of every answer of n8n
	 */
	constructor(
		readonly url: string,
		private readonly onAnswer: (text: string) => void = () => {},
	) {
		this.http = axios.create({
			baseURL: url,
			proxy: false,
			timeout: 60_000,
			// No connection is kept: a node that evaluates expressions for thousands of items (Edit Fields: about 4 s for
			// the export of imported chats) blocks n8n's event loop. n8n then drops connections that were idle for 5 s,
			// just when the next request is sent over one of them.
			httpAgent: new Agent({ keepAlive: false }),
			headers: { 'browser-id': this.browserId },
			validateStatus: () => true,
		});
	}

	/** The value of n8n's login cookie `n8n-auth`; empty before the login. */
	loginToken = '';

	/** Calls n8n and returns its answer; the editor API (`/rest/`) wraps it in `data`. */
	async call<T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) {
		const response = await this.http.request({
			method,
			url: path,
			data: body,
			headers: {
				...(this.loginToken && { cookie: `n8n-auth=${this.loginToken}` }),
				...(this.apiKey && path.startsWith('/api/') && { 'x-n8n-api-key': this.apiKey }),
			},
		});
		this.onAnswer(JSON.stringify(response.data));
		if (response.status >= 400) {
			const said = response.data?.message ?? JSON.stringify(response.data);
			throw new N8nError(
				response.status,
				`n8n answered ${response.status} to ${method} ${path}: ${said}`,
			);
		}
		const cookies = response.headers['set-cookie'] ?? [];
		this.loginToken = cookies.join().match(/n8n-auth=([^;]+)/)?.[1] ?? this.loginToken;
		return (path.startsWith('/rest/') ? response.data.data : response.data) as T;
	}

	/** Creates the owner account of a new n8n, or signs in if it already exists. */
	async signIn(owner: Owner): Promise<void> {
		const settings = await this.call<IDataObject>('GET', '/rest/settings');
		const { showSetupOnFirstLoad } = settings.userManagement as IDataObject;
		if (showSetupOnFirstLoad) {
			await this.call('POST', '/rest/owner/setup', owner);
		} else {
			const { email, password } = owner;
			await this.call('POST', '/rest/login', { emailOrLdapLoginId: email, password });
		}
	}

	async nodeTypes(): Promise<NodeType[]> {
		return await this.call('GET', '/types/nodes.json');
	}

	async credentialTypes(): Promise<Array<{ name: string; displayName: string }>> {
		return await this.call('GET', '/types/credentials.json');
	}

	/** Content type and text of a file that n8n serves, for example an icon. */
	async file(path: string): Promise<{ type: string; text: string }> {
		const response = await this.http.get<string>(path, {
			responseType: 'text',
			headers: { cookie: `n8n-auth=${this.loginToken}` },
		});
		if (response.status !== 200) throw new Error(`n8n answered ${response.status} to GET ${path}`);
		return { type: String(response.headers['content-type']), text: response.data };
	}

	async credentials(): Promise<Credential[]> {
		return await this.call('GET', '/rest/credentials');
	}

	async createCredential(name: string, type: string, data: IDataObject): Promise<Credential> {
		return await this.call('POST', '/rest/credentials', { name, type, data });
	}

	async updateCredential(credential: Credential, data: IDataObject): Promise<Credential> {
		const { id, name, type } = credential;
		return await this.call('PATCH', `/rest/credentials/${id}`, { name, type, data });
	}

	/** Tests a stored credential, like the editor's *Retry*. */
	async testCredential(credential: Credential): Promise<CredentialTestResult> {
		const path = `/rest/credentials/${credential.id}?includeData=true`;
		const stored = await this.call<Credential & { data: IDataObject }>('GET', path);
		const { id, name, type, data } = stored;
		return await this.call('POST', '/rest/credentials/test', {
			credentials: { id, name, type, data },
		});
	}

	async workflows(): Promise<Array<Pick<Workflow, 'id' | 'name' | 'isArchived'>>> {
		return await this.call('GET', '/rest/workflows');
	}

	async createWorkflow(file: WorkflowFile): Promise<Workflow> {
		const { name, nodes, connections, settings = {} } = file;
		// n8n 2.0 stores no workflow that does not say whether it is active
		const workflow = { name, nodes, connections, settings, active: false };
		return await this.call('POST', '/rest/workflows', workflow);
	}

	async updateWorkflow(id: string, file: WorkflowFile): Promise<Workflow> {
		const { name, nodes, connections, settings = {} } = file;
		return await this.call('PATCH', `/rest/workflows/${id}`, {
			name,
			nodes,
			connections,
			settings,
		});
	}

	/** Starts a workflow manually and returns the ID of its execution. */
	async run(workflow: Workflow, from: RunFrom): Promise<string> {
		const body =
			'trigger' in from
				? { triggerToStartFrom: { name: from.trigger } }
				: { destinationNode: { nodeName: from.upTo, mode: 'inclusive' } };
		const started = await this.call<{ executionId: string }>(
			'POST',
			`/rest/workflows/${workflow.id}/run`,
			// n8n 2.0 runs the workflow that it is given, newer ones the one that is stored
			{ ...body, workflowData: workflow },
		);
		return started.executionId;
	}

	/** Runs a workflow manually and returns its result. */
	async runToEnd(workflow: Workflow, from: RunFrom, timeoutMs?: number): Promise<Execution> {
		return await this.waitForExecution(await this.run(workflow, from), timeoutMs);
	}

	/**
	 * Activates a workflow and waits until its triggers are registered.
	 * @throws Error with n8n's reason if a trigger does not start
	 */
	async activate(workflow: Workflow, timeoutMs = 30_000): Promise<void> {
		const { id, versionId } = workflow;
		await this.call('POST', `/rest/workflows/${id}/activate`, { versionId });
		const path = `/rest/workflows/${id}/publication-status`;
		const status = await waitFor(`workflow ${id} to be active`, timeoutMs, async () => {
			const answer = await this.call<{ status: string }>('GET', path).catch((error: unknown) => {
				// n8n 2.0 knows no such status: it has activated the workflow before it answers
				if (error instanceof N8nError && error.status === 404) return { status: 'published' };
				throw error;
			});
			// n8n reads the jobs and the triggers at once: right at the end of a job, it may find neither
			return ['in_progress', 'not_published'].includes(answer.status) ? undefined : answer;
		});
		if (status.status !== 'published') {
			throw new Error(`n8n could not activate workflow ${id}: ${JSON.stringify(status)}`);
		}
	}

	async deactivate(workflow: Pick<Workflow, 'id'>): Promise<void> {
		await this.call('POST', `/rest/workflows/${workflow.id}/deactivate`, {});
	}

	/** Executions, newest first. */
	async executions(workflowId: string): Promise<Array<{ id: string; status: string }>> {
		const all = new Map<string, { id: string; status: string }>();
		let cursor: string | null = null;
		do {
			const query = new URLSearchParams({
				filter: JSON.stringify({ workflowId }),
				limit: String(PAGE),
				...(cursor && { cursor }),
			});
			const page: ExecutionPage = await this.call('GET', `/rest/executions?${query}`);
			for (const each of page.results) all.set(each.id, each);
			cursor = page.nextCursor ?? null;
		} while (cursor);
		return [...all.values()];
	}

	/** Waits until an execution waits for a person at a node, and returns what the node tells them, as JSON. */
	async waitForPerson(id: string, node: string, timeoutMs = 60_000): Promise<string> {
		await this.ensureApiKey();
		return await waitFor(`execution ${id} to wait at "${node}"`, timeoutMs, async () => {
			const path = `/api/v1/executions/${id}?includeData=true`;
			const { status, data } = await this.call<StoredExecution>('GET', path);
			const run = data?.resultData.runData[node]?.at(-1);
			return status === 'waiting' && run ? JSON.stringify(run) : undefined;
		});
	}

	/** Waits until an execution has ended and returns its result. */
	async waitForExecution(id: string, timeoutMs = 60_000): Promise<Execution> {
		await this.ensureApiKey();
		return await waitFor(`execution ${id} to end`, timeoutMs, async () => {
			const { status } = await this.call<StoredExecution>('GET', `/api/v1/executions/${id}`);
			if (['new', 'running', 'waiting', 'unknown'].includes(status)) return undefined;
			const path = `/api/v1/executions/${id}?includeData=true`;
			return toExecution(await this.call<StoredExecution>('GET', path));
		});
	}

	/**
	 * Retries a failed execution with the original or the saved workflow, and returns the new execution after its end.
	 */
	async retry(executionId: string, workflow: 'original' | 'saved'): Promise<Execution> {
		const retried = await this.call<{ id: string }>(
			'POST',
			`/rest/executions/${executionId}/retry`,
			{ loadWorkflow: workflow === 'saved' },
		);
		return await this.waitForExecution(retried.id);
	}

	/** The entries of a *From List* field. */
	async searchList(request: ListSearchRequest): Promise<INodeListSearchResult> {
		const { node, parameter, method, filter, paginationToken } = request;
		const currentNodeParameters: INodeParameters = node.parameters;
		return await this.call('POST', '/rest/dynamic-node-parameters/resource-locator-results', {
			path: `parameters.${parameter}`,
			methodName: method,
			nodeTypeAndVersion: { name: node.type, version: node.typeVersion },
			currentNodeParameters,
			credentials: node.credentials,
			filter,
			paginationToken,
		});
	}

	/** Creates a key for n8n's public API, which returns executions as plain JSON, unlike the editor API. */
	private async ensureApiKey(): Promise<void> {
		this.creatingApiKey ??= this.createApiKey();
		await this.creatingApiKey;
	}

	private async createApiKey(): Promise<void> {
		const created = await this.call<{ rawApiKey: string }>('POST', '/rest/api-keys', {
			label: `client ${this.browserId}`,
			scopes: ['execution:read'],
			expiresAt: null,
		});
		this.apiKey = created.rawApiKey;
	}
}

/**
 * Calls a function until it returns a value.
 * @throws Error if there is none in time
 */
export async function waitFor<T>(
	what: string,
	timeoutMs: number,
	ask: () => Promise<T | undefined>,
	everyMs = POLL_MS,
): Promise<T> {
	const deadline = Date.now() + timeoutMs;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs / 1000} s for ${what}.`);
		await sleep(everyMs);
	}
}
