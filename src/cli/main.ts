import { loadEnvFile } from './starting/env-file.js';

try {
  loadEnvFile(process.argv.slice(2));
  const { start } = await import('./starting/start.js'); // reads the environment while it loads
  await start();
} catch (error) {
  const { fail } = await import('./run.js');
  fail(error);
}
