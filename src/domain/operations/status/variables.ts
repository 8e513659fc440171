import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { variableNames } from '../../kernel/platform/config.js';
import { keepValue } from '../command-runs/rules.js';

/** A variable of the installation, with its value (without secrets) and its source. */
export interface ShownVariable {
  readonly name: string;
  readonly value: string | null;
  readonly from: 'file' | 'environment' | 'default';
}

/** All variables that this installation reads; null for one that is not set. */
export function readVariables(): ShownVariable[] {
  const { env } = process;
  const file = env['SHEDWORKS_ENV_FILE'];
  const inFile = file ? parseEnv(readFileSync(file, 'utf8')) : {};
  return variableNames.map((name) => {
    const value = env[name] || undefined;
    const from = value === undefined ? 'default' : inFile[name] === value ? 'file' : 'environment';
    return { name, value: value === undefined ? null : keepValue(name, value), from };
  });
}
