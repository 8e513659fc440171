import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../src/domain/testing/program.js';
import { makePlace, root, type Place } from './product.js';

let place: Place;
beforeAll(async () => {
  place = await makePlace();
});
afterAll(() => place.remove());

test('npm run dev serves the dashboard, restarts the server after a change, and stops PostgreSQL at its end', async () => {
  const port = String(await findFreePort());
  const child = spawn(process.execPath, ['scripts/dev.mjs'], { cwd: root, env: { ...place.env, PORT: port } });
  const lines = createInterface({ input: child.stderr })[Symbol.asyncIterator]();
  const waitForNext = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (let one = await lines.next(); !one.done; one = await lines.next()) {
      const match = pattern.exec(one.value);
      if (match) return match;
    }
    throw new Error(`It ended before it wrote ${String(pattern)}.`);
  };
  child.stdout.resume();
  try {
    const ready = [/dashboard is at (http:\S+)/, /Shedworks is served at/];
    const first = await waitForNext(/dashboard is at (http:\S+)|Shedworks is served at/);
    const second = await waitForNext(ready[first[1] === undefined ? 0 : 1] ?? /never/);
    const page = await fetch(first[1] ?? second[1] ?? '');
    expect(await page.text()).toContain('/@vite/client');
    expect((await fetch(`${first[1] ?? second[1]}api/setup`)).status).toBe(200);
    utimesSync(path.join(root, 'src', 'domain', 'kernel', 'ids.ts'), new Date(), new Date());
    await waitForNext(/ids\.ts changed: the server starts again/);
    await waitForNext(/Shedworks is served at/);
  } finally {
    child.kill('SIGINT');
  }
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(existsSync(path.join(place.env['SHEDWORKS_HOME'] ?? '', 'pg18', 'postmaster.pid'))).toBe(false);
});
