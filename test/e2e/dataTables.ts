import type { IDataObject } from 'n8n-workflow';
import type { N8nClient } from '../../dev/n8n/client';

/** A Data Table of n8n, by its name; it need not exist. */
export class DataTable {
	constructor(
		private readonly n8n: N8nClient,
		private readonly name: string,
	) {}

	/** Makes the table, with columns of text. */
	async create(columns: string[], rows: string[][]): Promise<void> {
		const project = await this.n8n.call<{ id: string }>('GET', '/rest/projects/personal');
		const tables = `/rest/projects/${project.id}/data-tables`;
		const made = await this.n8n.call<{ id: string }>('POST', tables, {
			name: this.name,
			columns: columns.map((name) => ({ name, type: 'string' })),
		});
		const objects = rows.map((row) => Object.fromEntries(row.map((cell, i) => [columns[i], cell])));
		const body = { data: objects, returnType: 'count' };
		await this.n8n.call('POST', `${tables}/${made.id}/insert`, body);
	}

	/** All rows, in the order in which they were made. */
	async rows(): Promise<IDataObject[]> {
		const path = await this.path();
		if (path === undefined) return [];
		const { data } = await this.n8n.call<{ data: IDataObject[] }>('GET', `${path}/rows?take=100`);
		return data.sort((a, b) => Number(a.id) - Number(b.id));
	}

	/** Deletes the table with its rows. */
	async delete(): Promise<void> {
		const path = await this.path();
		if (path !== undefined) await this.n8n.call('DELETE', path);
	}

	private async path(): Promise<string | undefined> {
		const { data } = await this.n8n.call<{
			data: Array<{ id: string; name: string; projectId: string }>;
		}>('GET', '/rest/data-tables-global?take=100');
		const found = data.find(({ name }) => name === this.name);
		return found && `/rest/projects/${found.projectId}/data-tables/${found.id}`;
	}
}
