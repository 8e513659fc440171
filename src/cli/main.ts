import { EnvFileError, loadEnvFile } from './env-file.js';

try {
  loadEnvFile(process.argv.slice(2));
  const { start } = await import('./start.js'); // reads the environment while it loads
  await start();
} catch (error) {
  if (!(error instanceof EnvFileError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
