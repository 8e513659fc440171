import { defineConfig } from 'vitest/config';
import { ClosingLine } from './scripts/closing-line.js';
import { LongestFirst } from './scripts/longest-first.js';

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
          testTimeout: 20_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/demo-home.ts'],
          pool: 'forks',
          maxWorkers: 2, // each file has an installation of its own, and waits half of its time
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
