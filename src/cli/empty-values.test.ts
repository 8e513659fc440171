import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { useWorld } from '../domain/testing/world.js';
import { buildProgram } from './program.js';
import { runWhole } from './testing/run-command.js';

const world = useWorld();

test.each([
  [['orders', 'list', '--as', ''], '--as'],
  [['payments', 'list', '--as', ' '], '--as'],
  [['logs', 'delete', '--search', '', '--yes'], '--search'],
  [['logs', 'delete', '--from=', '--yes'], '--from'],
  [['prices', 'raise', '--category', 'Barn', '--model', '', '--percent', '1'], '--model'],
  [['catalogue', 'import', 'items', 'items.csv', '--shop', ''], '--shop'],
  [['catalogue', 'import', 'items', 'items.csv', '--shops', 'Ridge Line Barns', ''], '--shops'],
  [['keys', 'add', 'Books', '--scope', 'orders.read', '--expires', ''], '--expires'],
  [['corrections', 'list', '--shop', ''], '--shop'],
  [['payments', 'create', '--shop', 'Ridge Line Barns', '--adjustment', ''], '--adjustment'],
  [['orders', 'mapping', '--set', ''], '--set'],
  [['sources', 'list', '--fields', '\t'], '--fields'],
  [['sources', 'change', 'Sales', '--owner', ' '], '--owner'],
  [['invoices', 'approve', '40012', ''], 'invoices'],
  [['reports', 'run', ' '], 'name'],
] as const)('%j is refused before it does anything', async (words, name) => {
  await expect(runWhole(world.url, ...words)).rejects.toThrow(`${name}: enter a value`);
});

test('only where the help says what "" does, an empty value is accepted', async () => {
  const listAccepting = (command: Command, path: readonly string[] = []): string[] => [
    ...[...command.options.map(({ long, description }) => ({ name: long, description })), ...namedArguments(command)]
      .filter(({ description }) => description.includes('""'))
      .map(({ name }) => [...path, name].join(' ')),
    ...command.commands.flatMap((one) => listAccepting(one, [...path, one.name()])),
  ];
  expect(listAccepting(await buildProgram())).toEqual([
    ...['--cron', '--full-cron', '--owner', '--at-once', '--brake-amount'].map((name) => `sources add ${name}`),
    ...['--cron', '--full-cron', '--owner', '--at-once', '--brake-amount'].map((name) => `sources change ${name}`),
    'runs expect --owner',
    ...['add', 'change'].flatMap((verb) => [`webhooks ${verb} --types`, `webhooks ${verb} --owner`]),
    'config set value',
    ...['add', 'change'].map((verb) => `keys ${verb} --from`),
  ]);
  await world.db('companies').update({ street_address: '1 Main Street' });
  expect(await runWhole(world.url, 'config', 'set', 'streetAddress', '')).toMatchObject({ code: 0 });
});

const namedArguments = ({ registeredArguments }: Command) =>
  registeredArguments.map((argument) => ({ name: argument.name(), description: argument.description }));
