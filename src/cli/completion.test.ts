import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { completionFor, type Shell, shells } from './completion.js';
import { buildProgram } from './program.js';

const run = promisify(execFile);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'shedworks-completion-'));
  const program = await buildProgram();
  for (const shell of shells) await writeFile(path.join(folder, shell), completionFor(program, shell));
});
afterAll(() => rm(folder, { recursive: true }));

const hasShell = async (shell: string): Promise<boolean> =>
  run(shell, ['-c', 'true']).then(
    () => true,
    () => false,
  );

/** What bash offers after the words of a line. */
async function readOffered(...words: string[]): Promise<string[]> {
  const script = `source "$0"; COMP_WORDS=(shedworks "$@"); COMP_CWORD=$#; _shedworks; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await run('bash', ['-euc', script, path.join(folder, 'bash'), ...words]);
  return stdout.split('\n').filter(Boolean);
}

test('bash completes areas, commands, options and choices', async () => {
  expect(await readOffered('ord')).toEqual(['orders']);
  expect(await readOffered('orders', '')).toEqual(expect.arrayContaining(['import', 'push', 'show']));
  expect(await readOffered('orders', 'push', '--d')).toEqual(['--dry-run']);
  expect(await readOffered('--quiet', 'orders', 'pu')).toEqual(['push']);
  expect(await readOffered('orders', 'import', 'x.json', '--duplicates', '')).toEqual(['skip', 'replace', 'keep']);
  expect(await readOffered('orders', 'import', 'x.json', '--expect')).toEqual(['--expect-every']);
  expect(await readOffered('completion', 'z')).toEqual(['zsh']);
  expect(await readOffered('nowhere', '')).toEqual(expect.arrayContaining(['orders']));
});

test.each<Shell>(['bash', 'zsh', 'fish'])('%s reads its script without an error', async (shell) => {
  if (!(await hasShell(shell))) return; // .ci/run installs them
  const { stderr } = await run(shell, ['-n', path.join(folder, shell)]);
  expect(stderr).toBe('');
});

test('fish completes commands and choices', async () => {
  if (!(await hasShell('fish'))) return; // .ci/run installs it
  const ask = async (line: string) =>
    (await run('fish', ['-c', `source ${path.join(folder, 'fish')}; complete -C '${line}'`])).stdout;
  expect(await ask('shedworks ord')).toContain('orders\t');
  expect(await ask('shedworks orders import x.json --duplicates ')).toContain('replace');
});
