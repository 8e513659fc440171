import { readFileSync } from 'node:fs';
import { packageFolder } from '../../../package.js';
import { parseOwnJson } from '../objects.js';

const readFile = (file: string): string | null => {
  try {
    return readFileSync(new URL(file, packageFolder), 'utf8');
  } catch {
    return null;
  }
};

/** The package's version, as the footer shows it. */
export const version: string = parseOwnJson<{ version: string }>(readFile('package.json') ?? '{"version":"0"}').version;

/** The ID of this build, which its pages also contain. It differs whenever the built files differ. */
export const build: string = readFile('dist/.build')?.trim() ?? 'dev';
