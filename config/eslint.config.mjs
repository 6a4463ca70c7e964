import { config as n8n } from '@n8n/node-cli/eslint';
import { defineConfig, globalIgnores } from 'eslint/config';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/**
 * Rules of our own. n8n's lint accepts only its default configuration in eslint.config.mjs, so folders that are not
 * published refer to this file in a configuration of theirs. `npm run lint:code` applies it to published files too.
 */
export default defineConfig(
	globalIgnores(['dist/', '.cache/', 'coverage/']),
	{ linterOptions: { reportUnusedDisableDirectives: 'error' } },

	{
		files: ['**/*.{ts,mts,js,cjs,mjs}'],
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
		files: ['**/*.{js,cjs}'],
		rules: { '@typescript-eslint/no-require-imports': 'off' },
	},
	{
		// Texts come from strangers, and one whose work grows with the square of its length would stop n8n.
		files: ['{nodes,credentials}/**/*.ts'],
		plugins: { regexp },
		rules: {
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': [
				'error',
				{ report: 'potential', ignorePartial: false, ignoreSticky: false },
			],
		},
	},
	{
		// n8n's package scan ignores inline comments that disable rules, so they would only hide findings here.
		files: ['package.json', '{nodes,credentials}/**/*.ts'],
		extends: [n8n],
		linterOptions: { noInlineConfig: true },
	},
);
