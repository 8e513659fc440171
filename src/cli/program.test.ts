import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collect } from '../api/testing/areas.js';
import { makeApplied } from '../api/testing/areas/imports/imports.js';
import { makeInvoice, makePayment } from '../api/testing/stage-invoices.js';
import { makeRepair, readRepairNumber } from '../api/testing/stage-repairs.js';
import { isObject } from '../domain/kernel/objects.js';
import { parseCron } from '../domain/reporting/schedules/cron.js';
import { createSource } from '../domain/imports/feed/sources/service.js';
import { createOutside } from '../domain/kernel/platform/outside.js';
import { homeShop, useWorld } from '../domain/testing/world.js';
import { listExamples } from './examples.js';
import { jsonOfCommands } from './json/commands.js';
import { jsonDocument } from './json/document.js';
import { findMisfits } from './testing/misfits.js';
import { getCommand, menuEntries } from './starting/menu.js';
import { allCommands, buildProgram } from './program.js';
import { findCommandProblem, getLeaves } from './testing/known-command.js';
import { runCommand } from './testing/run-command.js';
import { limit } from '../domain/testing/patience.js';
import { packageFolder } from '../package.js';
import { readSampleRows } from '../domain/imports/feed/testing/feed-rows.js';

const world = useWorld();
let folder: string;
let knownCommands: Record<string, readonly string[]>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'shedworks-commands-'));
  knownCommands = await examples();
});
afterAll(() => {
  delete process.env['SOURCE_FOLDER'];
  delete process.env['SHEDWORKS_SECRET'];
  return rm(folder, { recursive: true });
});

/**
 * Commands that run until stopped, print a script, or fill an empty database by restoring; these have separate tests.
 */
const otherCommands = ['serve', 'worker', 'demo', 'restore', 'completion', 'sso test'];

/** An example of every other command, by name. */
async function examples(): Promise<Record<string, readonly string[]>> {
  const db = world.db;
  const file = (name: string) => path.join(folder, name);
  const put = async (name: string, content: unknown) => {
    await writeFile(file(name), typeof content === 'string' ? content : JSON.stringify(content));
    return file(name);
  };
  const feed = readSampleRows();
  const serial = { ...feed[0], id: '9000001', serialNumber: 'X-9000001' };
  const order = await world.createPushedOrder('InQueue');
  const repair = async (status: 'New' | 'Approved') => readRepairNumber(world, await makeRepair(world, status));
  const category = ((await db('shed_categories').orderBy('id').first('id')) as { id: string }).id;
  const item = ((await db('items').orderBy('id').first('id')) as { id: string }).id;
  const style = ((await db('base_styles').orderBy('id').first('name')) as { name: string }).name;
  const cases = JSON.parse(
    await readFile(new URL('fixtures/priced-order.json', packageFolder), 'utf8').catch(() => '[]'),
  ) as unknown;
  const payment = await makePayment(world);
  await mkdir(file('feed'));
  await put('feed/orders.json', [serial]);
  process.env['SOURCE_FOLDER'] = folder;
  process.env['SHEDWORKS_SECRET'] = 'the secret of the tests of every command';
  const outside = { ...createOutside('the secret of these tests'), folder };
  const source = { name: 'A folder', kind: 'folder', address: 'feed' } as const;
  const { item: folderSource } = await createSource(world.ctx('office.admin', { outside }), source);
  const shop = ['--shop', homeShop];
  const password = ['--password-file', await put('password', 'ten letters+')];
  const user = 'office.user@demo.test';
  await makeInvoice(world, 'Approved');
  const ofAreas: Record<string, readonly string[]> = {};
  for (const [name, make] of Object.entries(collect('commands'))) ofAreas[name] = await make(world);
  return {
    ...ofAreas,
    migrate: ['--status'],
    backup: ['--out', folder],
    'orders import': [await put('orders.json', [serial]), '--dry-run'],
    'orders missing': [await put('missing.json', [serial])],
    'orders mapping': [],
    'orders push': ['--dry-run'],
    'orders list': [],
    'orders show': [order],
    'orders status': [order, 'Building', '--dry-run'],
    'orders duplicates': [],
    'orders delete-new': ['--dry-run'],
    'catalogue export': ['dealers', '--out', file('dealers.xlsx')],
    'catalogue import': [
      'dealers',
      await put('dealers.csv', 'Name,Shop,City,Haul_Percent\nNew Dealer,Ridge Line Barns,Salem,50\n'),
      '--dry-run',
    ],
    'sources test': [folderSource._id],
    'imports list': [],
    'imports show': [await makeApplied(world, world.ctx('office.admin'))],
    'imports undo': [await makeApplied(world, world.ctx('office.admin'))],
    'invoices list': [],
    'invoices approve': [await makeInvoice(world, 'New')],
    'invoices deny': [await makeInvoice(world, 'New'), '--reason', 'The door is missing'],
    'invoices create': [await world.createFinishedOrder()],
    'invoices change': [await makeInvoice(world, 'Denied'), '--number', 'CLI-1', '--date', '2026-11-02'],
    'invoices adjust': [await makeInvoice(world, 'Denied'), '--text', 'The ramp is in', '--as', 'shop.admin@demo.test'],
    'repairs list': [],
    'repairs show': [await repair('New')],
    'repairs approve': [await repair('New')],
    'repairs paid': [await repair('Approved')],
    'inventory demand': shop,
    'inventory list': shop,
    'payments create': [...shop, '--dry-run'],
    'payments list': [],
    'payments show': [payment],
    'payments recalculate': ['--all', '--dry-run'],
    'payments pdf': [payment, '--out', file('payment.pdf')],
    'price order': ['--file', await put('case.json', cases as object)],
    'prices show': ['--category', category],
    'prices at': ['2026-01-01', '--category', category],
    'prices preview item': [item, '--sub-total', '2.5'],
    'prices preview base-style': [style, '--door-cost', '2.5'],
    'prices raise': ['--category', category, '--percent', '1', '--dry-run'],
    'prices reprice': [...shop, '--dry-run'],
    'reports list': [],
    'reports run': ['invoices', '--range', 'this-year'],
    'jobs list': [],
    'jobs run': ['rematch-orders'],
    'users add': ['new.clerk@demo.test', '--name', 'New', '--role', 'Office User', ...password],
    'users change': [user, '--name', 'Owen Price'],
    'users list': [],
    'users set-password': [user, ...password],
    'users deactivate': [user, '--dry-run'],
    'users activate': [user, '--dry-run'],
    sql: ['select count(*) as n from orders'],
    status: [],
    doctor: [],
    api: ['GET', '/api/orders?size=1'],
  };
}

const commands = await allCommands();
const whole = await buildProgram();

const runAll = (program: Command) => {
  program.exitOverride();
  for (const register of commands) register(program);
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether a value has the mark of a dry run, which it loses. */
const takeDryRun = (value: unknown): boolean =>
  isObject(value) && value['dryRun'] === true && Reflect.deleteProperty(value, 'dryRun');

describe('every command', () => {
  test('runs until it is stopped, or has an example', () => {
    const names = [...otherCommands, ...Object.keys(knownCommands)];
    const lacking = getLeaves(whole).filter((name) => !names.includes(name));
    expect(
      lacking.map((name) => `${name}: no example of it: add it to "commands" of its slice in src/api/testing/areas`),
    ).toEqual([]);
  });

  test('has examples in its help, which are commands with their options', () => {
    const wrongExamples = getLeaves(whole).flatMap((name) => {
      const lines = listExamples(name);
      if (lines.length === 0) return [`${name}: add an example of it to src/cli/examples.ts`];
      return lines.flatMap((line) => {
        const problem = findCommandProblem(whole, readWords(line));
        return problem === null && line.startsWith(name)
          ? []
          : [`${line}: ${problem ?? `is not an example of ${name}`}`];
      });
    });
    expect(wrongExamples).toEqual([]);
  });

  test('that is a list has --fields, unless its JSON has several lists', () => {
    const isList = (command: Command) => command.name() === 'list' && command.parent?.name() !== 'reports';
    const lists = whole.commands.flatMap((area) => area.commands.filter(isList));
    expect(lists.length).toBeGreaterThan(20);
    const lacking = lists.filter(({ options }) => !options.some(({ long }) => long === '--fields'));
    expect(lacking.map(({ parent }) => parent?.name())).toEqual([]);
  });

  test('of an area is in the help of the area with an example', () => {
    for (const area of whole.commands) {
      let help = '';
      area.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
      expect(help).toContain(`\nExamples:\n  shedworks ${area.name()}`);
    }
  });

  test('has a shape of its JSON in docs/cli-json.md: npm run api writes it', async () => {
    const prints = getLeaves(whole).filter((name) => !['serve', 'worker', 'demo', 'completion'].includes(name));
    expect(Object.keys(jsonOfCommands).toSorted()).toEqual(prints.toSorted());
    expect(await readFile(new URL('docs/cli-json.md', packageFolder), 'utf8')).toBe(jsonDocument());
  });

  test(
    'with --json prints only JSON on standard output, in its documented shape',
    { timeout: limit(120_000) },
    async () => {
      const wrongLines: string[] = [];
      for (const [name, args] of Object.entries(knownCommands)) {
        const result = runCommand(world.url, runAll, ...name.split(' '), ...args, '--json');
        const { out, notes, code } = await result.catch((error: Error) => ({ out: '', notes: error.message, code: 2 }));
        if (!isJson(out) || code > 1) {
          wrongLines.push(`${name} (${code}): ${out.slice(0, 200)} ${notes.slice(0, 300)}`);
          continue;
        }
        const value: unknown = JSON.parse(out);
        if (args.includes('--dry-run') && [value].flat().some((one) => !takeDryRun(one)))
          wrongLines.push(`${name}: has no dryRun`);
        wrongLines.push(...findMisfits(value, jsonOfCommands[name] ?? {}).map((fault) => `${name}: ${fault}`));
      }
      expect(wrongLines).toEqual([]);
    },
  );
});

describe('shedworks api', () => {
  const api = (...args: string[]) => runCommand(world.url, runAll, 'api', ...args);

  test('reads, changes and previews as the system or a user, with exit codes', async () => {
    const { out } = await api('GET', '/api/orders?size=2&sort=serialNumber');
    expect((JSON.parse(out) as { items: unknown[] }).items).toHaveLength(2);
    const dealer = JSON.stringify({ name: 'Dealer of the API', city: 'Salem' });
    const addRun = await api('POST', '/api/dealer', '--data', dealer);
    const { _id } = (JSON.parse(addRun.out) as { item: { _id: string } }).item;
    const showRun = await api('GET', `/api/dealer/${_id}`, '--as', 'office.user@demo.test');
    expect(JSON.parse(showRun.out)).toMatchObject({ name: 'Dealer of the API' });
    const file = path.join(folder, 'dealer.json');
    await writeFile(file, JSON.stringify({ name: 'Dealer of a file', city: 'Salem' }));
    expect(await api('POST', '/api/dealer', '--data', `@${file}`)).toMatchObject({ code: 0 });
    const previewRun = await api('POST', '/api/orders?preview=true', '--data', '[{}]');
    expect(JSON.parse(previewRun.out)).toMatchObject({ counts: { refused: 1 }, import: null });
    expect((await api('GET', '/api/exports/orders.csv')).out).toMatch(/^_id,serialNumber,/);
  });

  test.each([
    [['GET', '/api/nowhere'], 2, 'there is no call GET /api/nowhere'],
    [['GET', '/api/dealer/01991f0a-7c1e-7000-8000-000000000001'], 2, 'Dealer not found'],
    [['GET', '/api/orders?size=0'], 2, 'size: '],
    [['POST', '/api/dealer', '--data', '{'], 2, '--data: is not valid JSON'],
    [['POST', '/api/dealer', '--data', '[]'], 2, 'must be a JSON object'],
    [['POST', '/api/auth', '--data', '{}'], 2, 'the command line has no session'],
    [['GET', '/api/orders?preview=true'], 2, 'has no preview'],
    [['GET', '/api/outbox', '--as', 'shop.user@demo.test'], 1, 'Permission Denied'],
  ] as const)('%j is refused with a sentence', async (args, code, sentence) => {
    expect(await api(...args)).toMatchObject({ code, out: '', notes: expect.stringContaining(sentence) });
  });
});

describe('commands that users copy or choose', () => {
  test('the crontab has readable times, and commands and options that exist', async () => {
    const text = await readFile(new URL('examples/crontab', packageFolder), 'utf8');
    const lines = text.split('\n').map((line) => line.replace(/^# (?=\*)/, ''));
    const jobs = lines.filter((line) => /^[\d*]/.test(line));
    expect(jobs.length).toBeGreaterThan(6);
    for (const line of jobs) {
      const [, when = '', command = ''] = /^((?:\S+ ){5})shedworks (.*)$/.exec(line) ?? [];
      expect(() => parseCron(when), line).not.toThrow();
      expect(findCommandProblem(whole, command.split(' ')), line).toBeNull();
    }
    const rest = lines.filter((line) => line !== '' && !/^[\d*#]/.test(line));
    expect(rest.filter((line) => !/^[A-Z_]+=\S+$/.test(line))).toEqual([]);
  });

  test('the README, the guides and the operations manual quote commands and options that exist', async () => {
    const guides = await readdir(new URL('docs/guides/', packageFolder));
    const manuals = ['README.md', 'docs/operations.md', ...guides.map((file) => `docs/guides/${file}`)];
    const wrongLines: string[] = [];
    let count = 0;
    for (const file of manuals) {
      const text = await readFile(new URL(file, packageFolder), 'utf8');
      for (const { line, isWhole } of listQuotedCommands(text)) {
        const args = readWords(line);
        const isArea = args.length === 1 && whole.commands.some((area) => area.name() === args[0]);
        const problem = findCommandProblem(whole, args);
        const isShort = !isWhole && (isArea || /, not 0$| needs --/.test(problem ?? ''));
        if (problem !== null && !isShort) wrongLines.push(`${file}: shedworks ${line}: ${problem}`);
        count += 1;
      }
    }
    expect(wrongLines).toEqual([]);
    expect(count).toBeGreaterThan(70);
  });

  test('the menu offers commands that exist, with and without optional answers', () => {
    for (const entry of menuEntries.filter(({ command }) => command[0] !== '--help')) {
      const questions = entry.questions ?? [];
      for (const answers of [questions.map(() => 'x'), questions.map(({ isRequired }) => (isRequired ? 'x' : ''))])
        expect(findCommandProblem(whole, getCommand(entry, answers)), entry.label).toBeNull();
    }
  });

  test('an unknown command, option or argument is noticed', () => {
    const problem = (text: string) => findCommandProblem(whole, text.split(' '));
    expect(problem('reports')).toContain('names no command');
    expect(problem('reports run')).toContain('takes 1 arguments, not 0');
    expect(problem('reports run invoices --rnage last-week')).toContain('no option --rnage');
    expect(problem('payments create')).toContain('needs --shop');
    expect(problem('doctor now')).toContain('takes 0 arguments, not 1');
  });
});

/** The command lines that a document quotes: whole ones in code blocks; in a sentence, arguments may be left out. */
function* listQuotedCommands(text: string): Generator<{ readonly line: string; readonly isWhole: boolean }> {
  const blocks = /^ *```\w*\n([^]*?)^ *```/gm;
  for (const [, block = ''] of text.matchAll(blocks))
    for (const [, line = ''] of block.replaceAll('\\\n', ' ').matchAll(/^ *shedworks (.+)$/gm))
      yield { line, isWhole: true };
  for (const [, line = ''] of text.replaceAll(blocks, '').matchAll(/`shedworks ([^`<][^`]*)`/g))
    yield { line, isWhole: false };
}

/** The words of a command line as a shell reads them, without its comment, redirections and pipes. */
const readWords = (line: string): string[] =>
  Array.from(
    line
      .replaceAll(/<\w[^>]*>/g, 'x')
      .replace(/ +(#|[<>|] ).*$/, '')
      .matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g),
    ([, single, double, word]) => single ?? double ?? word ?? '',
  );
