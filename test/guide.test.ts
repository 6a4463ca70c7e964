import path from 'node:path';
import ts from 'typescript';

import { read, ROOT } from './support/repository';

/** The examples of CONTRIBUTING.md are code that works: files of an area that does not exist. */

const [operation, event] = [...read('CONTRIBUTING.md').matchAll(/```ts\n(.*?)```/gs)].map(
	([, code]) => code,
);

/** A generated file of the contract, with the operation of the examples. */
function contractWith(file: string, start: string, more: string): string {
	return read(file).replace(start, `${start} ${more}`);
}

/** The examples, and what they import from their area and the contract. */
const FILES: Record<string, string> = {
	'nodes/Things/resources/thing/getAll.ts': operation,
	'nodes/Things/events/newThing.ts': event,
	'nodes/shared/contract/operations.ts': contractWith(
		'nodes/shared/contract/operations.ts',
		'export const CONTRACT = {',
		"'/api/v1/thing/list': { id: 'listThings' as const, fields: { start_at: {}, end_at: {}, colours: {} } },",
	),
	'nodes/shared/contract/schemas.d.ts': contractWith(
		'nodes/shared/contract/schemas.d.ts',
		'export interface Operations {',
		'listThings: { request: { colours?: string[] }; answer: object };',
	),
	'nodes/Things/shared/filters.ts': `
		import { anyOf } from '../../shared/form';
		export const ofColour = anyOf('colours', {
			displayName: 'Colours', name: 'colours', options: [{ name: 'Red', value: 'red' }],
		});
	`,
	'nodes/Things/shared/outputs.ts': `
		import type { Output } from '../../shared/rows';
		export const thingOutput: Output = { fields: 'title made_at thing_uid', text: 'title made_at' };
	`,
};

const files = new Map(Object.entries(FILES).map(([file, code]) => [path.join(ROOT, file), code]));

function program(): ts.Program {
	const config = ts.readConfigFile(path.join(ROOT, 'config/tsconfig.json'), ts.sys.readFile);
	const { options } = ts.parseJsonConfigFileContent(
		config.config,
		ts.sys,
		path.join(ROOT, 'config'),
	);
	const host = ts.createCompilerHost(options);
	const { fileExists, readFile, getSourceFile } = host;
	host.fileExists = (file) => files.has(path.normalize(file)) || fileExists(file);
	host.directoryExists = (folder) =>
		folder.includes(path.join('nodes', 'Things')) || ts.sys.directoryExists(folder);
	host.readFile = (file) => files.get(path.normalize(file)) ?? readFile(file);
	host.getSourceFile = (file, version, ...rest) => {
		const code = files.get(path.normalize(file));
		return code === undefined
			? getSourceFile(file, version, ...rest)
			: ts.createSourceFile(file, code, version);
	};
	return ts.createProgram([...files.keys()], options, host);
}

it('has an example of an operation and one of an event, which compile', () => {
	const all = program();
	for (const file of files.keys()) {
		const source = all.getSourceFile(file);
		const found = [
			...all.getSyntacticDiagnostics(source),
			...all.getSemanticDiagnostics(source),
		].map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
		expect([file, found]).toEqual([file, []]);
	}
});
