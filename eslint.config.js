import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

// Who may import whom is checked by the role of the folder, so a new slice is guarded from its first file.

/** What the dashboard may run of the domain: plain data and pure rules. Types it may take from anywhere. */
const forTheBrowser = ['schema', 'rules'];

export default tseslint.config(
  { ignores: ['dist', 'node_modules', '.shedworks*', 'coverage'] },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.test.json', './tsconfig.dashboard.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-unnecessary-type-assertion': 'off', // takes knex's untyped rows for typed ones
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      'max-lines': ['error', { max: 300 }],
      'no-console': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: ['src/domain/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '/(api|cli|dashboard)/',
              message: 'The domain knows no door: move what is needed into the domain.',
            },
            { group: ['koa*', 'react*', 'commander'], message: 'The domain knows no door.' },
            {
              regex: '\\.\\./(?!audit/|company/|logs/)[a-z-]+/model\\.js$',
              message: "A slice writes its own tables: call the other slice's service, or read.",
            },
          ],
        },
      ],
    },
  },
  {
    files: ['src/api/**/*.ts', 'src/cli/**/*.ts'],
    ignores: ['**/*.test.ts', 'src/api/testing/**', 'src/api/nets/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: 'domain/(?!access/|logs/).*/(model|store)\\.js$',
              message: 'A door calls use cases, never a table.',
            },
            { regex: '/dashboard/', message: 'A door does not know the dashboard.' },
          ],
        },
      ],
    },
  },
  {
    files: ['src/dashboard/**/*.{ts,tsx}'],
    ...reactHooks.configs.flat.recommended,
  },
  {
    files: ['src/dashboard/**/*.{ts,tsx}'],
    ignores: ['**/*.test.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: `domain/(?!pricing/|cents|errors|access/(roles|permissions)|.*/(${forTheBrowser.join('|')}|status)\\.js$)`,
              allowTypeImports: true,
              message: 'The dashboard runs only pure rules, schemas and pricing of the domain.',
            },
            {
              regex: '/(api|cli)/',
              allowTypeImports: true,
              message: 'The dashboard calls the API; it takes only its types.',
            },
          ],
        },
      ],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  {
    files: ['**/*.{js,mjs}'],
    ...tseslint.configs.disableTypeChecked,
  },
  { files: ['bench/**', 'scripts/**', 'e2e/**'], rules: { 'no-console': 'off' } },
  {
    files: ['**/*.test.ts'],
    rules: {
      // the compiler reads tests too; of what needs types beyond that, a forgotten await is what makes a test lie
      ...tseslint.configs.disableTypeChecked.rules,
      '@typescript-eslint/no-floating-promises': 'error',
      'max-lines': 'off',
    },
  },
);
