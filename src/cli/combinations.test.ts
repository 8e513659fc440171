import { expect, test } from 'vitest';
import { useWorld } from '../domain/testing/world.js';
import { buildProgram } from './program.js';
import { runWhole } from './testing/run-command.js';

const world = useWorld();

test.each([
  ['backup --keep 3 --out bk', '--keep works only with --continuous'],
  ['backup --decrypt-with nofile --out bk', '--decrypt-with works only with --verify'],
  ['backup --verify bk --out zzz', '--out: cannot be combined with --verify'],
  ['backup --verify bk --encrypt', '--encrypt: cannot be combined with --verify'],
  ['backup --new-key key --verify bk', '--verify: cannot be combined with --new-key'],
  ['backup --continuous bk --out zzz', '--out: cannot be combined with --continuous'],
  ['backup --continuous bk --encrypt-with key', '--encrypt-with: cannot be combined with --continuous'],
  ['backup --no-continuous --keep 3', '--keep: cannot be combined with --continuous'],
  ['restore . --decrypt-with key', '--decrypt-with: a continuous backup is not encrypted'],
  ['reports run invoices --from 2026-01-01 --to 2026-01-31 --time-zone America/Denver', '--time-zone works only with'],
])('%s is refused, because an option would be ignored', async (line, problem) => {
  expect(await runWhole(world.url, ...line.split(' '))).toMatchObject({
    ...{ code: 2, out: '', notes: expect.stringContaining(problem) as unknown },
  });
});

test.each([
  'users list --active --inactive',
  'users set-password x --password-stdin --password-file y',
  'sso set --secret-stdin --secret-file y',
  'sources change x --credential-stdin --credential-prompt',
  'access-log list --all --size 5',
  'migrate --status --down-to x',
])('%s is refused, because an option would be ignored', async (line) => {
  await expect(runWhole(world.url, ...line.split(' '))).rejects.toMatchObject({ code: 'commander.conflictingOption' });
});

/** What `shedworks` prints for words that ask for help. */
async function readHelp(...words: string[]): Promise<string> {
  const program = await buildProgram(words[0]);
  let help = '';
  for (let all = [program]; all.length > 0; all = all.flatMap(({ commands }) => commands as typeof all))
    for (const one of all) one.configureOutput({ writeOut: (text) => (help += text) });
  await expect(program.parseAsync(words, { from: 'user' })).rejects.toMatchObject({ exitCode: 0 });
  return help;
}

test('help describes the command that it names, as --help does', async () => {
  for (const words of [['orders', 'import'], ['orders'], ['prices', 'preview', 'item'], ['backup']])
    expect(await readHelp('help', ...words)).toBe(await readHelp(...words, '--help'));
  expect(await readHelp('help')).toContain('orders');
  await expect(runWhole(world.url, 'help', 'orders', 'fly')).rejects.toThrow('"orders fly" is not a command');
});
