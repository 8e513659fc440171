import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { leaveAbout } from './about-kinds.js';

const folder = new URL('../../domain/imports/kinds/', import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /(?<!\.test)\.ts$/.test(name),
);

test.each(files)('of %s the browser gets what the kind says about itself, and no code', async (file) => {
  const remainder = leaveAbout(readFileSync(new URL(file, folder), 'utf8'));
  const { about: inBrowser } = (await import(`data:text/javascript,${encodeURIComponent(remainder)}`)) as Record<
    string,
    unknown
  >;
  const { about } = (await import(new URL(file, folder).href)) as Record<string, unknown>;
  expect(inBrowser).toEqual(about);
});
