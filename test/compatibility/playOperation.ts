import type { IDataObject, INode } from 'n8n-workflow';

import { fitted, succeeding, type Envelope } from '../../dev/contract/answers';
import { fullAnswer, OPERATIONS, variantsOf } from '../../dev/contract/operations';
import { SAMPLES } from '../../dev/contract/samples';
import type { NodeRuns, Sent } from './nodeRun';
import type { RecordedOperation } from './recorded';
import { shapeOf } from './shape';

/** Runs a saved node against complete answers of the contract, and says what it sent and put out. */
export async function playOperation(
	node: INode,
	runs: NodeRuns,
): Promise<Pick<RecordedOperation, 'sent' | 'output'>> {
	let variants = 1;
	let failure: unknown = 'it puts out nothing';
	for (let variant = 0; variant < variants; variant++) {
		const answer = ({ path, body }: Sent) => {
			const { id, response } = OPERATIONS.find((each) => each.path === path)!;
			variants = Math.max(variants, variantsOf(response));
			const envelope = named(fitted(fullAnswer(response, { variant }), body), body);
			return succeeding(envelope, SAMPLES[id].toldAsFailure);
		};
		const { sent, items, error } = await runs.run(node, answer);
		if (!error && items.length > 0) return { sent, output: shapeOf(items) };
		failure = error ?? failure;
	}
	throw new Error(`It does not succeed with any answer: ${String(failure)}`);
}

/** The answer with the names that a lookup asked for: no other candidate is taken. */
function named(envelope: Envelope, { items: asked = [] }: IDataObject): Envelope {
	const items = (envelope.data.items ?? []) as IDataObject[];
	for (const [i, { query }] of (asked as IDataObject[]).entries())
		for (const candidate of (items[i]?.candidates ?? []) as IDataObject[])
			for (const field of ['display_name', 'name', 'display_path'])
				if (query && field in candidate) candidate[field] = query;
	return envelope;
}
