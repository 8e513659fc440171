import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from './product.js';

const run = promisify(execFile);

test('the npm package holds every file that its documents name and the product needs', async () => {
  const packResult = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    maxBuffer: 1 << 26,
  });
  const [{ files }] = JSON.parse(packResult.stdout) as [{ files: { path: string }[] }];
  const names = files.map((file) => file.path);
  for (const neededFile of ['bin/shedworks.js', 'dist/cli/main.js', 'dist/dashboard/index.html', 'examples/crontab'])
    expect(names).toContain(neededFile);
  expect(names.some((name) => name.startsWith('migrations/'))).toBe(true);
  const documents = names.filter((file) => file.endsWith('.md') && !file.startsWith('docs/decisions'));
  const missing: string[] = [];
  for (const document of documents) {
    const text = await readFile(path.join(root, document), 'utf8');
    for (const [, link = ''] of text.matchAll(/\]\((?!https?:|mailto:|#)([^)\s#]+)/g)) {
      const target = path.posix.normalize(path.posix.join(path.posix.dirname(document), link));
      if (!names.some((name) => name === target || name.startsWith(`${target.replace(/\/$/, '')}/`)))
        missing.push(`${document}: ${link}`);
    }
  }
  expect(missing).toEqual([]);
});
