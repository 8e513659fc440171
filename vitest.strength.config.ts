import { defineConfig } from 'vitest/config';
import { limit, measurePatience } from './src/domain/testing/patience.js';

process.env['TEST_PATIENCE'] = String(measurePatience());

/** What takes too long for the check: hours of bad luck in minutes. One file after the other, on the built product. */
export default defineConfig({
  test: {
    include: ['strength/**/*.test.ts', 'e2e/crash.test.ts'],
    globalSetup: ['src/domain/testing/global-setup.ts', 'e2e/demo-home.ts'],
    env: { KILL_ROUNDS: '3' },
    pool: 'forks',
    fileParallelism: false,
    testTimeout: limit(900_000),
    hookTimeout: limit(120_000),
    expect: { poll: { timeout: limit(30_000) } },
  },
});
