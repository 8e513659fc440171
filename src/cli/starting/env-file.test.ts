import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UsageError } from '../usage-error.js';
import { loadEnvFile } from './env-file.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'shedworks-env-'));
  await put(
    'named.env',
    '# of the service\n\nDATABASE_URL=postgresql://db/shedworks\nMAIL_FROM="office@example.com"\n',
  );
  await put('shedworks.env', 'export MAIL_FROM=home@example.com\n');
});
afterAll(() => rm(folder, { recursive: true }));

const at = (name: string): string => path.join(folder, name);
const put = (name: string, text: string): Promise<void> => writeFile(at(name), text);

function load(words: readonly string[], env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const loadedEnv = { SHEDWORKS_HOME: at('empty'), ...env };
  loadEnvFile(words, loadedEnv);
  return loadedEnv;
}

describe('the environment file', () => {
  test('is the one of --env-file, in any position, or else that of SHEDWORKS_ENV_FILE', () => {
    const expectedEnv = { DATABASE_URL: 'postgresql://db/shedworks', SHEDWORKS_ENV_FILE: at('named.env') };
    for (const words of [
      ['--env-file', at('named.env'), 'doctor'],
      ['doctor', `--env-file=${at('named.env')}`],
    ])
      expect(load(words, { SHEDWORKS_ENV_FILE: at('shedworks.env') })).toMatchObject(expectedEnv);
    expect(load(['doctor'], { SHEDWORKS_ENV_FILE: at('named.env') })).toMatchObject(expectedEnv);
    expect(load(['orders', 'show', '--', '--env-file'])).toEqual({ SHEDWORKS_HOME: at('empty') });
  });

  test('is otherwise shedworks.env in the home folder, if there is one', () => {
    expect(load([], { SHEDWORKS_HOME: folder })).toMatchObject({ MAIL_FROM: 'home@example.com' });
    expect(load([])).toEqual({ SHEDWORKS_HOME: at('empty') });
  });

  test('does not replace variables that are set', () => {
    const env = load(['--env-file', at('named.env')], { MAIL_FROM: 'here@example.com' });
    expect(env).toMatchObject({ MAIL_FROM: 'here@example.com', DATABASE_URL: 'postgresql://db/shedworks' });
  });

  test('is refused if it is named and missing, and with a line that sets nothing', async () => {
    expect(() => load(['--env-file', at('gone.env')])).toThrow(`${at('gone.env')}: file not found`);
    await put('wrong.env', 'PORT=1\nthis sets nothing\n');
    expect(() => load([], { SHEDWORKS_ENV_FILE: at('wrong.env') })).toThrow('line 2 must be NAME=value');
    expect(() => load([], { SHEDWORKS_ENV_FILE: folder })).toThrow(folder);
  });

  test.each(['maple#barn', '1 # the reason', '"maple"#barn', '"maple" # the reason', '"maple\\"barn"', "'maple"])(
    'is refused with the value %s, which would be cut off, and does not show it',
    async (value) => {
      await put('cut.env', `PORT=1\nSECRET=${value}\n`);
      const sentence = 'line 2: enclose a value with # or quotes in other quotes, and put comments on their own lines';
      expect(() => load([], { SHEDWORKS_ENV_FILE: at('cut.env') })).toThrow(
        new UsageError(`${at('cut.env')}: ${sentence}`),
      );
    },
  );

  test.each([
    ['"maple#barn"', 'maple#barn'],
    [`'maple "syrup" #1' `, 'maple "syrup" #1'],
    ["`it's #1`", "it's #1"],
    [" the maple's barn\r", "the maple's barn"],
    ['', ''],
  ])('reads the value %j completely', async (text, value) => {
    await put('whole.env', `SECRET=${text}\nPORT=1\n`);
    expect(load([], { SHEDWORKS_ENV_FILE: at('whole.env') })).toMatchObject({ SECRET: value, PORT: '1' });
  });
});
