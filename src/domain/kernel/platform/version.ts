import { readFileSync } from 'node:fs';
import { packageFolder } from '../../../package.js';

const read = (file: string): string | null => {
  try {
    return readFileSync(new URL(file, packageFolder), 'utf8');
  } catch {
    return null;
  }
};

/** The package's version, as the footer shows it. */
export const version: string = (JSON.parse(read('package.json') ?? '{"version":"0"}') as { version: string }).version;

/** Which build this is, as the pages of the same build say: differs whenever what was built differs. */
export const build: string = read('dist/.build')?.trim() ?? 'dev';
