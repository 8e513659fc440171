import { loadEnvFile } from './env-file.js';

try {
  loadEnvFile(process.argv.slice(2));
  const { start } = await import('./start.js'); // reads the environment while it loads
  await start();
} catch (error) {
  const { fail } = await import('./run.js');
  fail(error);
}
