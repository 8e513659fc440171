import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

interface Package {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
}
const root = path.resolve(import.meta.dirname, '..');
const read = <T>(file: string): T => JSON.parse(readFileSync(path.join(root, file), 'utf8')) as T;
const lock = read<{ packages: Record<string, Package> }>('package-lock.json');
const packages = Object.entries(lock.packages).filter(([place]) => place !== '');
const packageFile = read<Record<'dependencies' | 'devDependencies', Record<string, string>>>('package.json');

const LICENSES =
  /^\(?(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|MPL-2\.0|BlueOak-1\.0\.0|Python-2\.0|OFL-1\.1|Unlicense|MIT (AND|OR) [\w.-]+)\)?$/;
/** Their package.json names the license in an older form: MIT, each read in its folder. */
const READ_BY_HAND = ['busboy', 'png-js', 'streamsearch'];

test('every package comes from the registry unchanged since it was chosen', () => {
  expect(packages.length).toBeGreaterThan(300);
  const loose = packages.filter(
    ([, { integrity, resolved, link }]) => !integrity?.startsWith('sha512-') || resolved || link,
  );
  expect(loose.map(([place]) => place)).toEqual([]);
});

test('every dependency is one version, not a range', () => {
  const ranges = Object.entries({ ...packageFile.dependencies, ...packageFile.devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );
  expect(ranges).toEqual([]);
});

test('every license is an allowed one', () => {
  const unclear = packages
    .filter(([, { license }]) => !LICENSES.test(license ?? ''))
    .map(([place]) => place.replace(/^.*node_modules\//, ''));
  expect(unclear.filter((name) => !READ_BY_HAND.includes(name))).toEqual([]);
});
