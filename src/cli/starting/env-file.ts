import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { shedworksHome } from '../../domain/kernel/platform/home.js';
import { getErrorCode, toError } from '../../domain/kernel/objects.js';
import { UsageError } from '../usage-error.js';

/** The file in the data folder that is read if no other is named. */
const DEFAULT_NAME = 'shedworks.env';
const LINE = /^\s*(#.*|(export\s+)?[A-Za-z_]\w*\s*=(?<value>.*))?$/;
/** A value that Node reads as it stands: in quotes to its end, or without a quote at its start and without `#`. */
const VALUE = /^\s*("[^"]*"|'[^']*'|`[^`]*`|([^\s"'`#][^#]*)?)\s*$/;

/**
 * Adds the variables of a file to the environment, so that a service, cron and a terminal work on the same database:
 * the file of `--env-file`, or else of `SHEDWORKS_ENV_FILE`, or else `shedworks.env` in the data folder if there is
 * one. Variables that are already set take precedence. Throws `UsageError` for a named file that does not exist, and
 * for any that cannot be read, or has a line that is not `NAME=value` or whose value Node would cut off. Stores the
 * file's path in `SHEDWORKS_ENV_FILE`.
 */
export function loadEnvFile(words: readonly string[], env: NodeJS.ProcessEnv = process.env): void {
  const envFile = optionValue(words) ?? (env['SHEDWORKS_ENV_FILE'] || undefined);
  const file = path.resolve(envFile ?? path.join(shedworksHome(env), DEFAULT_NAME));
  const text = readFile(file, envFile !== undefined);
  if (text === null) return;
  for (const [at, line] of text.split(/\r?\n/).entries()) refuseUnclear(line, `${file}: line ${at + 1}`);
  for (const [name, value] of Object.entries(parseEnv(text))) env[name] ??= value;
  env['SHEDWORKS_ENV_FILE'] = file;
}

/** Never shows the value, which may be a secret. */
function refuseUnclear(line: string, where: string): void {
  const match = LINE.exec(line);
  if (!match) throw new UsageError(`${where} must be NAME=value`);
  if (!VALUE.test(match.groups?.['value'] ?? ''))
    throw new UsageError(
      `${where}: enclose a value with # or quotes in other quotes, and put comments on their own lines`,
    );
}

/** The value of `--env-file`, which is accepted in any position, like the other options of every command. */
function optionValue(words: readonly string[]): string | undefined {
  const ownWords = words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
  const at = ownWords.findLastIndex((word) => word === '--env-file' || word.startsWith('--env-file='));
  const word = ownWords[at];
  return word === '--env-file' ? ownWords[at + 1] : word?.slice('--env-file='.length);
}

function readFile(file: string, isNamed: boolean): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = getErrorCode(error);
    if (code === 'ENOENT' && !isNamed) return null;
    const why =
      code === 'ENOENT'
        ? 'file not found'
        : code === 'EACCES'
          ? 'this account may not read it'
          : toError(error).message;
    throw new UsageError(`${file}: ${why} (environment file)`);
  }
}
