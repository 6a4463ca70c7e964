import type { IDataObject, IPollFunctions, Workflow } from 'n8n-workflow';

import { isObject } from '../api/answer';
import { LIMITS } from '../limits';
import { type PollState, readState } from './state';

/** State of a trigger node: what n8n gives, and where the next one is stored. */
export interface OwnState {
	/** Key of the trigger in this process */
	id: string;
	/** True for a new trigger */
	isEmpty: boolean;
	/** The state that n8n gives, if there is one. Throws a FailureError if it is damaged or of a newer version */
	read: () => PollState | undefined;
	/** True if the state is stored with the workflow as well, where it survives a poll without events */
	isAnchored: boolean;
	/** Stores a state as that of this node; with `anchored` also with the workflow, unless it is too large for that */
	store: (state: PollState, anchored: boolean) => PollState;
}

/**
 * The state of a trigger node, which belongs to the ID of the node. n8n keeps static data by the name of the node, and
 * with durable cursors by its ID. (Workflow.getStaticData of n8n-workflow, PollCursorService of n8n)
 *
 * - A state of another ID is not taken up: a node that was deleted and added again starts anew.
 * - Without a state under its name, the one under another name is that of this node, unless a node with that name and ID
 *   exists: the node was renamed. The state moves to the new name, so that none comes back with an earlier name.
 * - Two nodes with the same ID have a state each.
 */
export function ownState(context: IPollFunctions): OwnState {
	// The type of n8n-workflow lacks it; n8n-core has had it since before n8n 2.0
	const { workflow } = context as IPollFunctions & { workflow?: Workflow };
	const { id, name } = context.getNode();
	const own = context.getWorkflowStaticData('node');
	const shared = context.getWorkflowStaticData('global');
	const byName: IDataObject = workflow?.staticData ?? {};
	const nodes = Object.values(workflow?.nodes ?? {});
	const hasSameId = (other: unknown) =>
		other !== name && nodes.some((node) => node.name === other && node.id === id);
	const isOwn = (stored: unknown): stored is IDataObject => isObject(stored) && stored.node === id;
	const isIdShared = nodes.some((node) => hasSameId(node.name));
	const present = isOwn(own.poll) ? own.poll : undefined;
	const former = Object.entries(byName).flatMap(([key, data]) => {
		const other = key.slice('node:'.length);
		const isFormer = key.startsWith('node:') && other !== name && !hasSameId(other);
		return isFormer && isObject(data) && isOwn(data.poll) ? [{ data, poll: data.poll }] : [];
	});
	const anchor = shared[anchorOf(id)];
	const isAnchored =
		isOwn(anchor) &&
		(present ? [name, present.name].includes(anchor.name) : !hasSameId(anchor.name));
	const found = present ? [present] : former.map(({ poll }) => poll);
	if (isAnchored) found.push(anchor);
	return {
		id: [context.getWorkflow().id, id, ...(isIdShared ? [name] : [])].join(':'),
		isEmpty: found.length === 0,
		read: () => newest(found.map(readState)),
		isAnchored,
		store(next, anchored) {
			const state = { ...next, node: id, name };
			const replaced = own.poll;
			// Two nodes have exchanged their names: the other one finds its state with the workflow
			if (isObject(replaced) && nodes.some((node) => node.id !== id && node.id === replaced.node))
				shared[anchorOf(String(replaced.node))] = replaced;
			// That of a node with the same ID is not gone while there are two of them
			if (!present || !isIdShared) for (const { data } of former) delete data.poll;
			own.poll = state as unknown as IDataObject;
			const fits = JSON.stringify(state).length <= LIMITS.maxStoredTwice;
			if (anchored && fits) shared[anchorOf(id)] = own.poll;
			else if (isAnchored) delete shared[anchorOf(id)];
			return state;
		},
	};
}

/** Name of the state of a node in the static data of the workflow. */
function anchorOf(id: string): string {
	return `svc:${id}`;
}

/** The newest of several states: n8n may have kept that of the activation or that of a later poll. */
function newest(states: Array<PollState | undefined>): PollState | undefined {
	const all = states.filter((state) => state !== undefined);
	return all.sort((a, b) => b.revision - a.revision)[0];
}
