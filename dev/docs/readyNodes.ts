import { createHash } from 'node:crypto';
import type { INode, INodeParameters } from 'n8n-workflow';

import { nodeNameOf, settingsOf, type ReadyTool } from './readyTools';

/** Nodes of the generated workflows in examples. Their IDs are the same in every run. */
export class ReadyNodes {
	/** `file` is the name of the workflow's file */
	constructor(private readonly file: string) {}

	/** A node at a place on the canvas. */
	node(
		name: string,
		type: string,
		typeVersion: number,
		position: [number, number],
		parameters: INodeParameters = {},
	): INode {
		return { id: this.id(name), name, type, typeVersion, position, parameters };
	}

	/** The tools in rows below each other. */
	tools(tools: ReadyTool[], columns: number, [left, top]: [number, number]): INode[] {
		return tools.map((tool, i) => {
			const { declared } = tool;
			const name = nodeNameOf(declared);
			const type = `n8n-nodes-svc.svc${declared.area}Tool`;
			const at: [number, number] = [
				left + (i % columns) * 220,
				top + Math.floor(i / columns) * 200,
			];
			return {
				...this.node(name, type, 1, at, settingsOf(tool, tools)),
				credentials: { svcApi: { id: null, name: 'Svc account' } },
			};
		});
	}

	/** Notes beside each other, by their names. */
	notes(texts: Record<string, string>, [left, top]: [number, number]): INode[] {
		return Object.entries(texts).map(([name, content], i) =>
			this.node(name, 'n8n-nodes-base.stickyNote', 1, [left + i * 440, top], {
				width: 400,
				height: 280,
				content,
			}),
		);
	}

	/** A UUID that is the same in every run. */
	id(name: string): string {
		const hex = createHash('sha256').update(`${this.file} ${name}`).digest('hex');
		const groups = [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`];
		return [...groups, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
	}
}
