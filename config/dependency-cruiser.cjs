/** Layers of nodes/shared, from the bottom up: a file imports from its own layer and from those below. */
const LAYERS = [
	['durations', 'fold', 'objects'],
	['contract'],
	['limits'],
	['recent', 'wait'],
	['errors'],
	['transport'],
	['api'],
	['rows'],
	['form'],
	['values'],
	['operations', 'polling'],
	['transcripts'],
	['tools'],
];

const folderOf = (names) => `^nodes/shared/(${names.join('|')})[/.]`;

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
	forbidden: [
		{
			name: 'no-circles',
			comment: 'Files that import each other cannot be read one after the other.',
			severity: 'error',
			from: {},
			to: { circular: true },
		},
		...LAYERS.map((layer, i) => ({
			name: `${layer.join('-and-')}-imports-downwards`,
			comment: 'docs/architecture.md draws the layers.',
			severity: 'error',
			from: { path: folderOf(layer) },
			to: { path: `${folderOf(LAYERS.slice(i + 1).flat())}|^nodes/[A-Z]|^credentials` },
		})).filter(({ to }) => !to.path.includes('()')),
		{
			name: 'node-classes-alone-know-tools',
			comment: 'Operations are the same for workflows and for models.',
			severity: 'error',
			from: { path: '^nodes/[A-Z]', pathNot: '\\.node\\.ts$' },
			to: { path: '^nodes/shared/tools/' },
		},
		{
			name: 'shared-knows-no-area',
			severity: 'error',
			from: { path: '^nodes/shared' },
			to: { path: '^nodes/[A-Z]' },
		},
		{
			name: 'areas-do-not-know-each-other',
			comment: 'What two areas need belongs to nodes/shared.',
			severity: 'error',
			from: { path: '^nodes/([A-Z]\\w+)/' },
			to: { path: '^nodes/[A-Z]', pathNot: '^nodes/$1/' },
		},
		{
			name: 'operations-do-not-know-polling',
			severity: 'error',
			from: { path: '^nodes/shared/(operations|polling)/' },
			to: { path: '^nodes/shared/(operations|polling)/', pathNot: '^nodes/shared/$1/' },
		},
		{
			name: 'credentials-know-the-transport-alone',
			severity: 'error',
			from: { path: '^credentials' },
			to: { path: '^nodes', pathNot: '^nodes/shared/(transport|errors|limits)' },
		},
		{
			name: 'published-code-knows-no-development',
			severity: 'error',
			from: { path: '^(nodes|credentials)' },
			to: { path: '^(test|dev|bench|demo|scripts)/' },
		},
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		exclude: { path: '^dev/n8n/versions/' },
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
	},
};
