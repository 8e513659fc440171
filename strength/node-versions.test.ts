import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInToApi, makePlace, root, shedworks, start, type Place } from '../e2e/product.js';

const run = promisify(execFile);
/** Every maintained version of Node, from the oldest that package.json allows. */
const versions = ['20.19', '22', '24'];

let folder: string;
/** These packages hold the binaries; those named `node` would download them. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'shedworks-nodes-'));
  const packages = versions.map(
    (version) => `node-${version}@npm:node-${process.platform}-${process.arch}@^${version}`,
  );
  await run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', ...packages]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const getNode = (version: string): string => path.join(folder, 'node_modules', `node-${version}`, 'bin', 'node');

describe.each(versions)('Node %s', (version) => {
  let place: Place;
  beforeAll(async () => {
    place = { ...(await makePlace()), node: getNode(version) };
  });
  afterAll(() => place.remove());

  test('does the main job, serves the dashboard, and runs the nightly commands', async () => {
    expect((await run(getNode(version), ['--version'])).stdout).toMatch(new RegExp(`^v${version.split('.')[0]}\\.`));
    const server = await start(place, 'demo', '--months', '0');
    try {
      const text = server.output.join('\n');
      for (const step of [
        /Upload: 24 orders/,
        /Push to shops: 15 orders/,
        /Office: \d+ invoices approved/,
        /Payment 1 to /,
      ])
        expect(text).toMatch(step);
      expect(await (await fetch(server.address)).text()).toContain('<div id="root"');
      const office = await signInToApi(server.address, 'office.admin@demo.test');
      expect((await office<{ total: number }>('GET', '/api/orders')).body.total).toBeGreaterThan(20);
      const feed = path.join(root, 'fixtures', 'feed-30.json');
      for (const args of [
        ['orders', 'import', feed, '--duplicates', 'skip'],
        ['orders', 'push'],
        ['reports', 'run', 'invoices', '--range', 'this-year', '--out', path.join(place.home, 'invoices.xlsx')],
        ['backup', '--out', path.join(place.home, 'backup.tar.gz')],
        ['backup', '--verify', path.join(place.home, 'backup.tar.gz')],
      ])
        expect({ args, ...(await shedworks(place, ...args)) }).toMatchObject({ args, code: 0 });
    } finally {
      expect(await server.stop()).toBe(0);
    }
  });
});
