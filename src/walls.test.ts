import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { districts, findWall } from '../scripts/walls.mjs';
import { packageFolder } from './package.js';

const root = fileURLToPath(packageFolder);
const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file}`)
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file));
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const domain = (place: string): string => `src/domain/${place}.ts`;
const dashboard = (place: string): string => `src/dashboard/${place}.tsx`;
/** A file of a district that is not a table, query or rule. */
const getFile = (district: string): string => domain(`${district}/slice/service`);

const upward = districts.flatMap((below, n) => districts.slice(n + 1).map((above) => [below, above] as const));

test.each(upward)('%s imports nothing of %s, which is above it, not even a type', (below, above) => {
  expect(findWall(getFile(below), getFile(above))).toContain(`${below} stands below ${above}`);
  expect(findWall(getFile(below), getFile(above), true)).not.toBeNull();
  expect(findWall(getFile(above), getFile(below))).toBeNull();
});

const walls: readonly (readonly [string, string, string])[] = [
  ['the domain knows no door', domain('orders/service'), 'src/api/route.ts'],
  ['nor the dashboard', domain('orders/service'), dashboard('lib/format')],
  ['a slice writes its own tables', domain('billing/payments/service'), domain('billing/invoices/model')],
  ['a route calls no query', 'src/api/routes/orders/orders.ts', domain('orders/reads/queries')],
  ['a command writes no table', 'src/cli/commands/billing/invoices.ts', domain('billing/invoices/model')],
  ['a door does not know the dashboard', 'src/api/app.ts', dashboard('app')],
  ['the dashboard runs no use case', dashboard('app'), domain('orders/service')],
  ['nor a route', dashboard('app'), 'src/api/routes.ts'],
  [
    'a feature imports no feature of another district',
    dashboard('features/orders/list/a'),
    dashboard('features/billing/invoices/b'),
  ],
  ['nor of its own', dashboard('features/orders/list/a'), dashboard('features/orders/board/b')],
  ['nor the shell', dashboard('features/orders/list/a'), dashboard('shell/shell')],
  ['what slices share imports none of them', dashboard('features/orders/shared'), dashboard('features/orders/list/a')],
  ['a component knows no feature', dashboard('components/shared/a'), dashboard('features/orders/list/b')],
  ['ui knows no business', dashboard('components/ui/a'), dashboard('components/shared/b')],
  ['nor the rules of a slice', dashboard('components/ui/a'), domain('orders/rules')],
  ['lib stands below the components', dashboard('lib/a'), dashboard('components/ui/b')],
];

test.each(walls)('%s', (_, file, target) => {
  expect(findWall(file, target)).not.toBeNull();
});

const ways: readonly (readonly [string, string, string, boolean])[] = [
  ['the dashboard takes types from anywhere', dashboard('app'), domain('orders/service'), true],
  ['and runs schemas and pricing', dashboard('app'), domain('pricing/lines'), false],
  [
    'a slice uses what its district shares',
    dashboard('features/orders/list/a'),
    dashboard('features/orders/shared'),
    false,
  ],
  [
    "a district's list of screens loads its slices",
    dashboard('features/orders/order-screens'),
    dashboard('features/orders/list/a'),
    false,
  ],
  ['a route calls a use case', 'src/api/routes/orders/orders.ts', domain('orders/service'), false],
];

test.each(ways)('%s', (_, file, target, isType) => {
  expect(findWall(file, target, isType)).toBeNull();
});

test('the linter refuses an import through a wall, of a door’s package, a glob, and circular imports, even of types or over three files', () => {
  const place = mkdtempSync(path.join(os.tmpdir(), 'shedworks-walls-'));
  onTestFinished(() => rmSync(place, { recursive: true }));
  const files: Readonly<Record<string, string>> = {
    'src/domain/kernel/a.ts': "import { b } from '../billing/b.js';\nexport const a = b;\n",
    'src/domain/billing/b.ts': "import Koa from 'koa';\nexport const b = Koa;\n",
    'src/domain/stock/one.ts': "import type { Two } from './two.js';\nexport type One = Two | 1;\n",
    'src/domain/stock/two.ts': "import type { One } from './one.js';\nexport type Two = One | 2;\n",
    'src/domain/stock/three.ts': "import { four } from './four.js';\nexport const three = (): number => four();\n",
    'src/domain/stock/four.ts': "import { five } from './five.js';\nexport const four = (): number => five();\n",
    'src/domain/stock/five.ts': "import { three } from './three.js';\nexport const five = (): number => three();\n",
    'src/dashboard/one.ts': "export const one = import.meta.glob('../domain/billing/*.ts');\n",
    'src/dashboard/two.ts': "export const two = import.meta.glob(['../domain/imports/kinds/**/*.ts']);\n",
    'src/domain/stock/fine.ts': "import type { One } from './one.js';\nexport type Fine = One;\n",
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(place, file)), { recursive: true });
    writeFileSync(path.join(place, file), text);
  }
  const config = JSON.parse(read('.oxlintrc.json')) as { rules: object; options: object };
  config.options = {}; // types are not checked here
  config.rules = Object.fromEntries(
    Object.entries(config.rules).filter(([name]) => ['house/walls', 'import/no-cycle'].includes(name)),
  );
  const rules = { ...config, overrides: [], jsPlugins: [path.join(root, 'scripts/walls.mjs')] };
  writeFileSync(path.join(place, '.oxlintrc.json'), JSON.stringify(rules));
  const lint = (): string => {
    try {
      return execFileSync(path.join(root, 'node_modules/.bin/oxlint'), ['-f', 'unix'], {
        cwd: place,
        encoding: 'utf8',
      });
    } catch (failure) {
      return (failure as { stdout: string }).stdout;
    }
  };
  const findings = lint()
    .split('\n')
    .flatMap((line) => /^(\S+?):\d+:\d+: .*\[\w+\/(\S+)\]$/.exec(line)?.slice(1).join(' ') ?? []);
  expect(findings.toSorted()).toEqual([
    'src/dashboard/one.ts house(walls)',
    'src/domain/billing/b.ts house(walls)',
    'src/domain/kernel/a.ts house(walls)',
    'src/domain/stock/five.ts import(no-cycle)',
    'src/domain/stock/four.ts import(no-cycle)',
    'src/domain/stock/one.ts import(no-cycle)',
    'src/domain/stock/three.ts import(no-cycle)',
    'src/domain/stock/two.ts import(no-cycle)',
  ]);
});

/** The tables that more than one slice writes, and the reasons. */
const writtenByTwo: Readonly<Record<string, string>> = {
  companies: 'settings of rates, two-person approval and required factors are columns of it; set-up creates it',
  component_items: 'a copied shed model takes its components along',
  corrections: 'a payment pays them',
  haul_bases: 'a copied shed model takes them along',
  passkeys: 'resetting the factors of a user removes them',
  shed_labor: 'a copied shed model takes it along',
  shop_item_values: 'the values of an item at a shop hold its stock: movements, prices of metal and counts write them',
  shop_percents: 'a copied model takes its percents along',
  shops: 'the same, with the revision of the shop',
  support_tickets: 'sending a ticket to the support board stores its number there',
  users: 'an API key has a user; ending sessions changes their generation',
};

/** The slice of a domain file; the rooms of orders and the files of stock share their tables. */
const toSlice = (file: string): string => {
  const [, , district = '', slice = ''] = file.split('/');
  return ['orders', 'stock', 'kernel'].includes(district) ? district : `${district}/${slice}`;
};

test('a table is written by its own slice, by imports and repairs, and where the list gives a reason', () => {
  const slicesByTable = new Map<string, Set<string>>();
  for (const file of sources.filter((name) => name.startsWith('src/domain/'))) {
    if (/^src\/domain\/(imports|operations)\//.test(file)) continue;
    for (const table of writtenTables(read(file)))
      slicesByTable.set(table, (slicesByTable.get(table) ?? new Set()).add(toSlice(file)));
  }
  expect(slicesByTable.size).toBeGreaterThan(40);
  const byTwo = [...slicesByTable].flatMap(([table, by]) => (by.size > 1 ? [table] : []));
  expect(byTwo.toSorted()).toEqual(Object.keys(writtenByTwo));
});

test('only the pattern of documents uses Objection', () => {
  const users = sources.filter((file) => /from 'objection'/.test(read(file)));
  expect(users).toEqual(['src/domain/kernel/records/document.ts']);
});

/** The documents that are changed by their IDs without their model too, and the reasons. */
const changedBeside: Readonly<Record<string, string>> = {
  orders: 'the columns of an order are made from its figures',
};

test('a document is changed by its ID through its model', () => {
  expect(changedById("tx.db('payments').where({ id }).update({ memo: '' })")).toEqual(['payments']);
  expect(changedById("tx.db('payments').where({ shop_id: id }).update({ memo: '' })")).toEqual([]);
  const texts = sources.filter((name) => name.startsWith('src/domain/')).map(read);
  const modeledTables = new Set(
    texts.flatMap((text) => [...text.matchAll(/tableName = '(\w+)'/g)].map(([, name]) => name)),
  );
  expect([...modeledTables].toSorted()).toEqual(['invoices', 'orders', 'payments', 'repair_invoices']);
  const beside = new Set(texts.flatMap(changedById).filter((table) => modeledTables.has(table)));
  expect([...beside].toSorted()).toEqual(Object.keys(changedBeside));
});

/** The tables of which a source changes a row by its ID with knex. */
const changedById = (source: string): string[] =>
  Array.from(
    source.matchAll(/\bdb\s*\(\s*'(\w+)'\s*\)\s*\.where\(\{ id(?:: [^}]*)? \}\)\s*\.update\(/g),
    ([, table = '']) => table,
  );

/** The tables that a source writes, through knex or in SQL. */
function writtenTables(source: string): string[] {
  const writePatterns = [
    /(?:db|tx|trx)\s*\('(\w+)(?: as \w+)?'\)(?:(?!;|\n\n).)*?\.(?:insert|update|delete|increment)\(/gs,
    /(?:insert into|delete from|\bupdate)\s+([a-z]+_[a-z_]+|orders|invoices|payments|imports|items|sheds|shops|users)\b(?=[\s(])/g,
    /copyRows\([^,]+, '(\w+)'/g,
  ];
  return writePatterns.flatMap((pattern) => Array.from(source.matchAll(pattern), ([, table = '']) => table));
}
