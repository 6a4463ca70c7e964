import type { INode } from 'n8n-workflow';

import { errorJson, FailureError, failureOf, nodeError } from '../../nodes/shared/errors/failure';

const node = { name: 'Svc', type: 'n8n-nodes-svc.svcRecords', parameters: {} } as unknown as INode;

/** Creates the error of a bug, as thrown somewhere in the package. */
function mistake(): unknown {
	try {
		return (undefined as unknown as { some: string }).some;
	} catch (error) {
		return error;
	}
}

it('reports a defect in the node as such, with its place in the code, and does not blame the service', () => {
	const error = nodeError(node, failureOf(mistake()), { index: 3, count: 5 });
	expect(error.message).toBe('The node failed because of a defect in its code [item 4 of 5]');
	expect(error.description).toContain('The service is not the cause');
	expect(error.description).toContain('Cannot read properties of undefined');
	expect(error.stack).toContain('failure.test.ts');
	const { details } = errorJson(error);
	expect((details as { stack: string }).stack).toContain('failure.test.ts');
});

it.each([new RangeError('too deep'), new ReferenceError('x is not defined')])(
	'recognizes %s as a bug of this package',
	(error) => {
		expect(failureOf(error).message).toBe('The node failed because of a defect in its code');
	},
);

it('keeps the messages of n8n, and shows a stack only for bugs', () => {
	expect(failureOf(new Error('Node does not have any credentials set'))).toEqual({
		message: 'Node does not have any credentials set',
	});
	const own = new FailureError({ message: "'Title' is empty" });
	expect(errorJson(nodeError(node, failureOf(own), { index: 0, count: 1 })).details).toEqual({});
	expect(failureOf('a text that was thrown')).toEqual({ message: 'a text that was thrown' });
});
