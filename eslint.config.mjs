import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** What n8n publishes and judges: the same files its package scan reads in a checkout. */
const published = ['package.json', '{nodes,credentials}/**/*.{js,ts,json}'];

/** n8n only warns about some of its rules; here a warning fails the lint too. */
const strict = (rules) =>
	Object.fromEntries(
		Object.entries(rules).map(([name, level]) => [name, level === 'warn' ? 'error' : level]),
	);

export default defineConfig(
	globalIgnores(['dist/', '.cache/', 'coverage/']),
	{ linterOptions: { reportUnusedDisableDirectives: 'error' } },

	{
		files: ['**/*.{ts,mts,js,mjs}'],
		extends: [tseslint.configs.recommended],
		rules: {
			// As tsc sees it: _name is left out on purpose, as is a name beside ...rest.
			'@typescript-eslint/no-unused-vars': [
				'error',
				{
					argsIgnorePattern: '^_',
					varsIgnorePattern: '^_',
					destructuredArrayIgnorePattern: '^_',
					ignoreRestSiblings: true,
				},
			],
		},
	},
	{
		// Configuration read by tools that expect CommonJS.
		files: ['**/*.js'],
		rules: { '@typescript-eslint/no-require-imports': 'off' },
	},

	// The rules of n8n's package scan, with the exceptions the scan itself makes.
	{
		files: published,
		languageOptions: { parser: tseslint.parser },
		// The scan ignores inline switches, so they would only hide findings here.
		linterOptions: { noInlineConfig: true },
		plugins: {
			'@n8n/community-nodes': n8nCommunityNodesPlugin,
			'n8n-nodes-base': n8nNodesBase,
		},
		rules: {
			...strict(n8nCommunityNodesPlugin.configs.recommended.rules),
			'no-console': 'error',
		},
	},
	{ files: ['package.json'], rules: n8nNodesBase.configs.community.rules },
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			// Meant for n8n's own credentials, whose documentation pages are slugs.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			// credential-password-field of the community rules judges this better.
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			// They know only the string 'main', the community rules ask for NodeConnectionTypes.Main.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			// The service does have maximums.
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
);
