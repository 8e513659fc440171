import { defineConfig } from 'vitest/config';

/** What takes too long for the check: hours of bad luck in minutes. One file after the other, on the built product. */
export default defineConfig({
  test: {
    include: ['strength/**/*.test.ts', 'e2e/crash.test.ts'],
    globalSetup: ['src/domain/testing/global-setup.ts', 'e2e/demo-home.ts'],
    env: { KILL_ROUNDS: '3' },
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 120_000,
  },
});
