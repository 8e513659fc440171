import { readFileSync } from 'node:fs';

const read = (file: string): string | null => {
  try {
    return readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
  } catch {
    return null;
  }
};

/** The package's version, as the footer shows it. */
export const version: string = (JSON.parse(read('package.json') ?? '{"version":"0"}') as { version: string }).version;

/** Which build this is, as the pages of the same build say: differs whenever what was built differs. */
export const build: string = read('dist/.build')?.trim() ?? 'dev';
