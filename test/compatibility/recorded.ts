import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { Thing } from '../../dev/areas/things';
import type { Sent } from './nodeRun';
import type { Shape } from './shape';

/**
 * What each version of the package has left with its users: a saved node for each operation and each event, what the
 * nodes sent and put out, and a stored state of each event. `record.ts` writes it, a line for each node or state.
 */

/** A saved node of an operation, and what it did. */
export interface RecordedOperation {
	/** `svcRecords: record > getAll` */
	name: string;
	node: INode;
	sent: Sent[];
	output: Shape;
}

/** A trigger with a stored state, and the events that it has to find from there on. */
export interface RecordedEvent {
	/** `svcCallsTrigger: newCall` */
	name: string;
	/** A saved node with every field filled in */
	node: INode;
	/** Parameters of the trigger with the state */
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

/** Versions that are recorded. */
export const VERSIONS = readdirSync(__dirname).filter((name) => /^\d/.test(name));

/** File of a version with its operations or its events. */
export function fileOf(version: string, kind: 'operations' | 'events'): string {
	return path.join(__dirname, version, `${kind}.jsonl`);
}

export function operationsOf(version: string): RecordedOperation[] {
	return read(fileOf(version, 'operations'));
}

export function eventsOf(version: string): RecordedEvent[] {
	return read(fileOf(version, 'events'));
}

function read<Line>(file: string): Line[] {
	return readFileSync(file, 'utf8')
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as Line);
}
