import { defineConfig } from 'vitest/config';
import { ClosingLine } from './scripts/closing-line.js';
import { LongestFirst } from './scripts/longest-first.js';
import { limit, measurePatience } from './src/domain/testing/patience.js';

process.env['TEST_PATIENCE'] = String(measurePatience()); // what the run starts inherits it

export default defineConfig({
  test: {
    globalSetup: ['src/domain/testing/global-setup.ts'],
    sequence: { sequencer: LongestFirst },
    reporters: ['default', new ClosingLine()],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
          pool: 'forks',
          isolate: false, // every file has a database of its own; loading the libraries anew for each takes far longer
          maxWorkers: 2,
          testTimeout: limit(20_000),
          hookTimeout: limit(60_000),
          expect: { poll: { timeout: limit(10_000) } },
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/demo-home.ts'],
          pool: 'forks',
          isolate: false, // the files of a worker share its Chromium
          maxWorkers: 3, // each file has an installation of its own, and waits part of its time
          testTimeout: limit(120_000),
          hookTimeout: limit(120_000),
          expect: { poll: { timeout: limit(30_000) } },
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
