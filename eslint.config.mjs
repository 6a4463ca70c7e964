import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** The published files, which n8n's package scan reads in a checkout. */
const published = ['package.json', '{nodes,credentials}/**/*.{js,ts,json}'];

/** Some of n8n's rules are warnings only; here a warning fails the lint too. */
const strict = (rules) =>
	Object.fromEntries(
		Object.entries(rules).map(([name, level]) => [name, level === 'warn' ? 'error' : level]),
	);

export default defineConfig(
	globalIgnores(['dist/', '.cache/', 'coverage/', 'verification/package/']),
	{ linterOptions: { reportUnusedDisableDirectives: 'error' } },

	{
		files: ['**/*.{ts,mts,js,mjs}'],
		extends: [tseslint.configs.recommended],
		rules: {
			// As in tsc: _name is unused on purpose, as is a name beside ...rest.
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
		// Configuration files of tools that expect CommonJS.
		files: ['**/*.js'],
		rules: { '@typescript-eslint/no-require-imports': 'off' },
	},

	// The rules of n8n's package scan, with the scan's own exceptions.
	{
		files: published,
		languageOptions: { parser: tseslint.parser },
		// The scan ignores inline comments that disable rules, so they would only hide findings here.
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
	{
		files: ['{nodes,credentials}/**/*.ts'],
		// As in n8n's default configuration: no name may stay unused. The empty object replaces the options above.
		rules: { '@typescript-eslint/no-unused-vars': ['error', {}] },
	},
	{ files: ['package.json'], rules: n8nNodesBase.configs.community.rules },
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			// For n8n's own credentials only, whose documentation URLs are slugs.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			// The community rule credential-password-field is more precise.
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			// These rules accept only the string 'main', the community rules require NodeConnectionTypes.Main.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			// The service has maximum values.
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
);
