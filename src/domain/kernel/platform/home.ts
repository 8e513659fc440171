import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolder } from '../../../package.js';
import { isObject } from '../objects.js';

/**
 * The data folder of an installation without `DATABASE_URL`: `SHEDWORKS_HOME`; or else `.shedworks` in the clone that
 * is the working directory or contains this code; or else the user's data directory. Never creates it.
 */
export function shedworksHome(env: NodeJS.ProcessEnv, cwd = process.cwd()): string {
  if (env['SHEDWORKS_HOME']) return path.resolve(cwd, env['SHEDWORKS_HOME']);
  const clone = [cwd, fileURLToPath(packageFolder)].find(isClone);
  return clone ? path.join(clone, '.shedworks') : path.join(userData(env), 'shedworks');
}

function isClone(folder: string): boolean {
  if (folder.split(path.sep).includes('node_modules')) return false;
  try {
    const packageJson: unknown = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    return isObject(packageJson) && packageJson['name'] === 'shedworks';
  } catch {
    return false; // without a readable package.json it is not a clone
  }
}

function userData(env: NodeJS.ProcessEnv): string {
  const home = os.homedir();
  if (process.platform === 'win32') return env['LOCALAPPDATA'] ?? path.join(home, 'AppData', 'Local');
  if (process.platform === 'darwin') return path.join(home, 'Library', 'Application Support');
  return env['XDG_DATA_HOME'] || path.join(home, '.local', 'share');
}
