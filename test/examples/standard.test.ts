import type { INode } from 'n8n-workflow';
import type { WorkflowFile } from '../../dev/n8n/client';

import { exampleFiles, isPair, readExample } from './files';
import { shortcomings } from './standard';

test.each(exampleFiles)('%s is as all examples are', (file) => {
	expect(shortcomings(readExample(file), isPair(file))).toEqual([]);
});

test('no two nodes of the examples have the same ID', () => {
	const ids = exampleFiles.flatMap((file) => readExample(file).nodes.map(({ id }) => id));
	expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
});

describe('what is noticed', () => {
	const FILE = 'digest-of-new-replies.json';
	type Change = (find: (type: string) => INode, file: WorkflowFile) => void;

	test.each<[string, Change, RegExp]>([
		['a credential ID', (find) => (find('svcChat').credentials!.svcApi.id = '7'), /credential/],
		[
			'a credential of another name',
			(find) => (find('svcChat').credentials!.svcApi.name = 'Mine'),
			/credential/,
		],
		['an ID that is no UUID', (find) => (find('svcChat').id = 'send'), /no UUID/],
		['a deactivated node', (find) => (find('svcChat').disabled = true), /deactivated/],
		[
			'a node with a credential of another service',
			(find) => (find('svcChat').type = 'n8n-nodes-base.emailSend'),
			/needs a credential/,
		],
		[
			'too many notes',
			(find, { nodes }) => nodes.push(find('stickyNote'), find('stickyNote')),
			/4 notes/,
		],
		['no delivery', (_, file) => remove(file, 'svcChat'), /delivers nothing/],
		["n8n's name for a node", (find) => (find('svcChat').name = 'Svc Chat'), /n8n gave it/],
		[
			'a note over a node',
			(find) => (find('stickyNote').position = find('svcChat').position),
			/overlap/,
		],
		[
			'a node over a node',
			(find) => (find('svcChat').position = find('svcWorldTrigger').position),
			/overlap/,
		],
		['no steps to set it up', (_, file) => remove(file, 'stickyNote'), /set it up/],
		['another execution order', (_, file) => delete file.settings!.executionOrder, /order/],
		['data of a run', (_, file) => Object.assign(file, { pinData: {} }), /pinData/],
	])('%s', (_what, change, text) => {
		const file = readExample(FILE);
		expect(shortcomings(file)).toEqual([]);
		change((type) => file.nodes.find((node) => node.type.endsWith(`.${type}`))!, file);
		expect(shortcomings(file)).toContainEqual(expect.stringMatching(text));
	});

	function remove(file: WorkflowFile, type: string): void {
		file.nodes = file.nodes.filter((node) => !node.type.endsWith(`.${type}`));
	}
});
