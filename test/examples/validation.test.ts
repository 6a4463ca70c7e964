import type { INode } from 'n8n-workflow';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { WorkflowFile } from '../../dev/n8n/client';
import { MODULES } from '../../dev/n8n/install';
import { read } from '../support/repository';
import { exampleFiles, readExample } from './files';
import { issuesOf } from './issues';
import { definitionFolders } from './nodeTypes';

const folder = mkdtempSync(path.join(tmpdir(), 'node-definitions-'));
let definitions: string[];
beforeAll(async () => (definitions = await definitionFolders(folder)));
afterAll(() => rmSync(folder, { recursive: true }));

test('is done with the version that the installed n8n has', () => {
	const { devDependencies } = JSON.parse(read('package.json'));
	const installed = readFileSync(path.join(MODULES, '@n8n/workflow-sdk/package.json'), 'utf8');
	expect(devDependencies['@n8n/workflow-sdk']).toBe(JSON.parse(installed).version);
});

test.each(exampleFiles)('%s has nothing that n8n finds wrong', (file) => {
	expect(issuesOf(readExample(file), definitions)).toEqual([]);
});

describe('a mistake is found', () => {
	/** A workflow of nodes of this package and of n8n, without a mistake. */
	const workflow = (): WorkflowFile => ({
		name: 'Tasks due today',
		nodes: [
			node('Every Morning', 'n8n-nodes-base.scheduleTrigger', 1.4, {
				rule: { interval: [{ triggerAtHour: 8 }] },
			}),
			node('Get Tasks', 'n8n-nodes-svc.svcArrangements', 1, {
				resource: 'arrangement',
				operation: 'getAll',
				due: 'today',
				statuses: ['identified', 'following'],
				returnAll: true,
				filters: {},
			}),
			node('Write Text', 'n8n-nodes-base.set', 3.5, {
				assignments: {
					assignments: [{ id: '1', name: 'text', type: 'string', value: '={{ $json.title }}' }],
				},
				options: {},
			}),
			node('Send Message', 'n8n-nodes-svc.svcChat', 1, {
				resource: 'message',
				operation: 'send',
				conversation: { __rl: true, mode: 'name', value: 'Studio team' },
				text: "={{ $('Write Text').item.json.text }}",
			}),
			node('Post to Slack', 'n8n-nodes-base.slack', 2.7, {
				resource: 'message',
				operation: 'post',
				select: 'channel',
				channelId: { __rl: true, mode: 'name', value: '#tasks' },
				text: '={{ $json.text }}',
				otherOptions: {},
			}),
		],
		connections: {
			'Every Morning': to('Get Tasks'),
			'Get Tasks': to('Write Text'),
			'Write Text': to('Send Message', 'Post to Slack'),
		},
		settings: { executionOrder: 'v1' },
	});

	function node(name: string, type: string, typeVersion: number, parameters: INode['parameters']) {
		return { id: name, name, type, typeVersion, position: [0, 0] as [number, number], parameters };
	}

	function to(...names: string[]): WorkflowFile['connections'][string] {
		return { main: [names.map((name) => ({ node: name, type: 'main' as const, index: 0 }))] };
	}

	test('only where there is one', () => {
		expect(issuesOf(workflow(), definitions)).toEqual([]);
	});

	type Change = (node: INode, file: WorkflowFile) => void;
	/** Kind of mistake, node, the mistake, and a part of what is said about it. */
	const mistakes: Array<[string, string, Change, RegExp]> = [
		[
			'unknown filter',
			'Get Tasks',
			({ parameters }) => (parameters.filters = { dueDay: 'today' }),
			/filters\.dueDay is no parameter/,
		],
		[
			'parameter of another operation',
			'Post to Slack',
			({ parameters }) => (parameters.returnAll = true),
			/returnAll/,
		],
		[
			'missing required parameter',
			'Post to Slack',
			({ parameters }) => delete parameters.channelId,
			/Parameter "Channel" is required/,
		],
		['unknown choice', 'Get Tasks', (n) => (n.parameters.due = 'someday'), /"parameters\.due"/],
		['value of another type', 'Post to Slack', (n) => (n.parameters.text = 7), /text/],
		['unknown type', 'Post to Slack', (n) => (n.type = 'n8n-nodes-base.slak'), /no node type/],
		['unknown version', 'Get Tasks', (n) => (n.typeVersion = 7), /UNKNOWN_NODE_VERSION/],
		['old version', 'Post to Slack', (n) => (n.typeVersion = 2.2), /the newest is 2\.7/],
		[
			'name that no node has in an expression',
			'Send Message',
			(n) => (n.parameters.text = "={{ $('Write').item.json.text }}"),
			/no node "Write"/,
		],
		[
			'connection to no node',
			'Write Text',
			(_, file) => (file.connections['Write Text'] = to('Send Message', 'Post to Slack', 'Mail')),
			/no node "Mail"/,
		],
	];

	test.each(mistakes)('%s (%s)', (_kind, name, change, issue) => {
		const file = workflow();
		const node = file.nodes.find((each) => each.name === name)!;
		change(node, file);
		expect(issuesOf(file, definitions)).toContainEqual(expect.stringMatching(issue));
	});
});
