import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { packageFolder } from './package.js';

const dashboard = path.join(fileURLToPath(packageFolder), 'src', 'dashboard');
const files = readdirSync(dashboard, { recursive: true, encoding: 'utf8' }).map((file) =>
  file.split(path.sep).join('/'),
);
const read = (file: string): string => readFileSync(path.join(dashboard, file), 'utf8');

const sheets = files.filter((file) => file.endsWith('.css'));
const modules = sheets.filter((file) => file.endsWith('.module.css'));
const components = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));

const getSelectors = (css: string): string =>
  Array.from(css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{/g), ([, selector]) => selector ?? '').join(
    '\n',
  );
const names = (text: string, pattern: RegExp): Set<string> =>
  new Set(Array.from(text.matchAll(pattern), ([, name]) => name ?? ''));
/** The classes that a stylesheet defines; a module does not define those it only refers to in others. */
const getClasses = (file: string): Set<string> =>
  names(getSelectors(read(file)).replace(/:global\([^)]*\)/g, ''), /\.([a-z][\w-]*)/g);

/** A module that a component imports, and the classes it uses; a class name built from a value is a pattern. */
const uses = components.flatMap((file) => {
  const text = read(file);
  return Array.from(text.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g), ([, name = '', from = '']) => {
    const usedNames = names(text, new RegExp(`\\b${name}\\['([\\w-]+)'\\]`, 'g'));
    const prefixes = names(text, new RegExp(`\\b${name}\\[\`([\\w-]+)\\$`, 'g'));
    const isDynamic = new RegExp(`\\b${name}\\[\\w`).test(text);
    return {
      file,
      module: path.posix.join(path.posix.dirname(file), from),
      taken: usedNames,
      made: prefixes,
      looked: isDynamic,
    };
  });
});

const words = new Set(sheets.filter((file) => file.startsWith('styles/')).flatMap((file) => [...getClasses(file)]));
const library = /^p-/;

test('styles are global in one folder; everything else is a module of the components that import it', () => {
  expect(sheets.filter((file) => !file.startsWith('styles/') && !modules.includes(file))).toEqual([]);
});

test('a component uses only classes that its module has', () => {
  const missing = uses.flatMap(({ file, module, taken }) =>
    [...taken].filter((name) => !getClasses(module).has(name)).map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('no module has an unused class', () => {
  const unusedClasses = modules.flatMap((module) => {
    const ownUses = uses.filter((use) => use.module === module);
    const isTaken = (name: string) =>
      ownUses.some(
        ({ taken, made, looked }) => looked || taken.has(name) || [...made].some((start) => name.startsWith(start)),
      );
    return [...getClasses(module)].filter((name) => !isTaken(name)).map((name) => `${module}: ${name}`);
  });
  expect(unusedClasses).toEqual([]);
});

test('every global class is used, and a module refers only to these and the library’s', () => {
  const source = components.map(read).join('\n');
  const computedPrefix = /^(btn|tag|row|cell|figures)-/; // its end is computed
  expect(
    [...words].filter(
      (name) =>
        !library.test(name) && !computedPrefix.test(name) && !new RegExp(`['"\`\\s]${name}['"\`\\s]`).test(source),
    ),
  ).toEqual([]);
  const strange = modules.flatMap((module) =>
    [...names(read(module), /:global\(\.([\w-]+)\)/g)]
      .filter((name) => !words.has(name) && !library.test(name))
      .map((name) => `${module}: ${name}`),
  );
  expect(strange).toEqual([]);
});

test('the order of the layers is declared once, and each rule is in a layer', () => {
  const order = sheets.filter((file) => /@layer [^{;]+;/.test(read(file)));
  expect(order).toEqual(['styles/layers.css']);
  const layers = /@layer ([^;{]+);/.exec(read('styles/layers.css'))?.[1]?.split(', ') ?? [];
  for (const file of sheets.filter((sheet) => sheet !== 'styles/layers.css')) {
    const outside = read(file)
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .split('\n')
      .filter((line) => /^\S/.test(line) && line !== '}' && !line.startsWith('@page ')); // a page belongs to no layer;
    expect(
      outside.map((line) => /^@layer (\w+) \{$/.exec(line)?.[1] ?? line).filter((name) => !layers.includes(name)),
      file,
    ).toEqual([]);
  }
});

test('!important is used only where the library sets an inline style', () => {
  const forcedRules = sheets.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line) => (line.includes('!important') ? [`${file}: ${line.trim()}`] : [])),
  );
  expect(forcedRules).toEqual([
    'styles/print.css: max-height: none !important;',
    'styles/print.css: overflow: visible !important;',
  ]);
});

test('no expression chooses between two imports, because the bundle would load the styles of only one', () => {
  const choosing = components.filter((file) => /\?\s*(?:\(\w*\)\s*=>\s*)?import\(/.test(read(file)));
  expect(choosing).toEqual([]);
});

/** What one component draws, and where else it stands with a reason. */
const drawnOnce: readonly (readonly [what: RegExp, files: readonly string[]])[] = [
  [
    /<select\b/,
    [
      'components/shared/list/list-pager.tsx', // a list does not load the code of comboboxes
      'components/ui/form/inputs/select.tsx',
      'features/orders/form/fields/office-choices.tsx', // the choices that an order may not make are disabled
    ],
  ],
  [/type="file"/, ['components/ui/file-drop.tsx']],
  [/type="(color|date|datetime-local|month|number|range|week)"|<(datalist|meter|progress)\b/, []],
  [/inputMode=/, ['components/ui/form/inputs/day-input.tsx', 'components/ui/form/inputs/number-input.tsx']],
  [/<dialog\b/, ['components/shared/list/drawer/list-drawer.tsx', 'components/ui/overlay/dialog.tsx']],
  [/role="tablist"/, ['components/ui/tabs.tsx']],
  [/aria-current=\{[^}]*\? 'page'/, ['components/ui/tab-links.tsx']],
  [
    /<dl\b/,
    [
      ...['components/shared/list/card-totals.tsx', 'components/shared/list/list-cards.tsx'], // cells with their headers
      'components/ui/facts.tsx',
      'components/ui/table/plain-table.tsx', // cells with their headers
      'features/reporting/reports/reconciliation/reconciliation-page.tsx', // totals, each a tile
      'shell/support/help-dialog.tsx', // keys and what they do
    ],
  ],
];

test.each(drawnOnce)('%s is drawn by one component', (what, files) => {
  expect(components.filter((file) => what.test(read(file))).toSorted()).toEqual(files);
});

test('tabs look the same everywhere, because one module styles them', () => {
  expect(modules.filter((file) => [...getClasses(file)].some((name) => /\btabs?\b/.test(name)))).toEqual([
    'components/ui/tabs.module.css',
  ]);
});

test('everything moves for 120 to 160 ms, or not at all', () => {
  const milliseconds = Number(/--motion: (\d+)ms/.exec(read('styles/tokens.css'))?.[1]);
  expect(milliseconds).toBeGreaterThanOrEqual(120);
  expect(milliseconds).toBeLessThanOrEqual(160);
  const others = sheets.flatMap((file) =>
    Array.from(read(file).matchAll(/transition(?:-duration)?:([^;]+);/g), ([, value = '']) => value.trim())
      .flatMap((value) => value.split(/,(?![^(]*\))/))
      .filter((part) => !/^none$|var\(--motion\)$/.test(part.trim()))
      .map((part) => `${file}: ${part.trim()}`),
  );
  expect(others).toEqual([]);
});

test.each([
  ['search', 'search-cancel-button'],
  ['time', 'calendar-picker-indicator'],
])('the browser draws nothing of its own into a %s field', (type, part) => {
  const hiding = new RegExp(`input\\[type='${type}'\\]::-webkit-${part}[^{]*\\{\\s*display: none;`);
  expect(read('styles/base.css')).toMatch(hiding);
});
