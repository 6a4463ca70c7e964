import type { IDataObject } from 'n8n-workflow';

import { ifRejected, options, simplify } from '../../../shared/form';
import { batchWrite, operation } from '../../../shared/operations';
import { destination, expectedContainer, topicGiven } from '../../shared/container';
import { currentContainer, theRecords } from '../../shared/record';
import { movedRecordOutput } from '../../shared/outputs';
import { isObject } from '../../../shared/objects';

/** moveRecords */
export const move = operation({
	name: 'Move',
	value: 'move',
	action: 'Move record (note)',
	description: 'Move a record (note) that you created to a topic, or out of its topic',
	routing: { request: { method: 'POST', url: '/api/v1/record/records/move' } },
	tool: {
		does: 'Moves one or several records (notes) that the user created into a topic, or out of their topics.',
		returns: 'Returns for each whether it was moved and where it is now, or the reason why not.',
		use: 'Use it to file notes.',
		effect: 'Changes only where the note is filed.',
		undo: 'Moving it back undoes it.',
	},
	endpoint: batchWrite({
		thing: 'record',
		target: ['record_uid'],
		named: { topic: ['topic'] },
		repeat: 'precondition',
		expected: [currentContainer],
		made: ({ record_uid, container }, { destination }) =>
			sameContainer(container, destination)
				? { record_uid, status: 'succeeded', container }
				: undefined,
	}),
	output: movedRecordOutput,
	fields: [theRecords, ...destination, options([simplify, ...expectedContainer, ifRejected])],
	rules: [topicGiven('destination'), topicGiven('expected_container')],
});

function sameContainer(a: IDataObject[string], b: IDataObject[string]): boolean {
	if (!isObject(a) || !isObject(b)) return a === b;
	return a.kind === b.kind && a.topic_uid === b.topic_uid;
}
