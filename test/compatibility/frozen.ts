import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { WorkflowFile } from '../../dev/n8n/client';
import type { Shape } from './shape';
import type { Thing } from '../../dev/areas/things';

/**
 * Files that a published version of the package has left with its users, or that show what it did: saved workflows,
 * requests and answers of their nodes, and stored states of triggers. They are made once, by record.ts, and never
 * changed: FREEZES has a digest of each.
 */

const FOLDER = __dirname;

/** File with the digests of all others. */
export const FREEZES = path.join(FOLDER, 'digests.json');

/** A request that a node sent, and which of the file's answers it got. */
export interface Exchange {
	path: string;
	body: IDataObject;
	answer: number;
}

/** A node that was run. */
export interface FrozenRun {
	/** Name of the node in the workflow */
	node: string;
	exchanges: Exchange[];
	output: Shape;
}

/** Runs of the nodes of a workflow. */
export interface FrozenRuns {
	answers: IDataObject[];
	runs: FrozenRun[];
}

/** Stored state of a trigger, and the events that it has to find from there on. */
export interface FrozenState {
	/** The special thing about it */
	about: string;
	node: string;
	typeVersion: number;
	parameters: INodeParameters;
	/** Unix milliseconds */
	now: number;
	/** All that the service had */
	things: Thing[];
	/** Static data of the workflow, as n8n stores it */
	stored: IDataObject;
	/** Events that were emitted already, by `_event.id` */
	emitted: string[];
	next: {
		/** Comes into being later */
		things: Thing[];
		/** All events that are still to come */
		events: string[];
		/** Shape of their items */
		output: Shape;
	};
}

/** Versions of which there are files. */
export const VERSIONS = readdirSync(FOLDER).filter((name) => /^\d/.test(name));

/** Folder with the files of a version. */
export function folderOf(version: string): string {
	return path.join(FOLDER, version);
}

/** Saved workflows of a version. */
export function workflowsOf(version: string): WorkflowFile[] {
	return read(version, 'workflows');
}

/** Runs of nodes of a saved workflow; none for triggers. */
export function runsOf(version: string, { name }: WorkflowFile): FrozenRuns {
	const file = path.join(folderOf(version), 'runs', `${name}.json`);
	if (!existsSync(file)) return { answers: [], runs: [] };
	return JSON.parse(readFileSync(file, 'utf8')) as FrozenRuns;
}

/** Stored states of triggers of a version. */
export function statesOf(version: string): FrozenState[] {
	return read(version, 'states');
}

/** The Svc nodes of a workflow. */
export function nodesOf({ nodes }: WorkflowFile): INode[] {
	return nodes.filter(({ type }) => type.startsWith('n8n-nodes-svc.'));
}

/** Digests of all files of a version, by their path. */
export function digestsOf(version: string): Record<string, string> {
	const files = readdirSync(folderOf(version), { recursive: true, encoding: 'utf8' });
	const names = files.filter((name) => name.endsWith('.json')).sort();
	return Object.fromEntries(
		names.map((name) => {
			const bytes = readFileSync(path.join(folderOf(version), name));
			const key = `${version}/${name.split(path.sep).join('/')}`;
			return [key, createHash('sha256').update(bytes).digest('hex')];
		}),
	);
}

function read<File>(version: string, kind: string): File[] {
	const folder = path.join(folderOf(version), kind);
	return readdirSync(folder)
		.sort()
		.map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as File);
}
