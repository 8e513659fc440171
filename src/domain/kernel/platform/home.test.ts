import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { packageFolder } from '../../../package.js';
import { shedworksHome } from './home.js';
import { setupCode } from './setup-code.js';

const folderWith = (packageName: string): string => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shedworks-home-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: packageName }));
  return folder;
};

test('is the folder in SHEDWORKS_HOME, relative to the working directory', () => {
  expect(shedworksHome({ SHEDWORKS_HOME: 'data' }, '/srv')).toBe(path.resolve('/srv/data'));
});

test('is .shedworks in a clone', () => {
  const clone = folderWith('shedworks');
  expect(shedworksHome({}, clone)).toBe(path.join(clone, '.shedworks'));
});

test('is the same for a cron job that runs the clone from another folder', () => {
  const clone = path.resolve(fileURLToPath(packageFolder));
  expect(shedworksHome({}, folderWith('another-project'))).toBe(path.join(clone, '.shedworks'));
});

test('stores a setup code of at least 128 bits, different for each home and the same at each start', () => {
  const homes = Array.from({ length: 50 }, () => folderWith('shedworks'));
  const codes = homes.map((home) => setupCode(home).text);
  expect(new Set(codes).size).toBe(50);
  expect(setupCode(homes[0] ?? '').text).toBe(codes[0]);
  const letters = new Set(codes.join('').replaceAll('-', '')).size;
  for (const code of codes) expect(code.replaceAll('-', '').length * Math.log2(letters)).toBeGreaterThanOrEqual(128);
});
