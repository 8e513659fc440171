import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a thread with a module: `name`, without extension, in the folder of `from`, the caller's `import.meta.url`.
 * When running from source, it registers tsx again, because threads do not inherit it.
 */
export function startThread(from: string, name: string, options: WorkerOptions = {}): Worker {
  if (!from.endsWith('.ts')) return new Worker(new URL(`${name}.js`, from), options);
  const start = `const [tsx, entry] = require('node:worker_threads').workerData; import(tsx).then(({ register }) => { register(); return import(entry); });`;
  const workerData = [import.meta.resolve('tsx/esm/api'), new URL(`${name}.ts`, from).href];
  return new Worker(start, { ...options, eval: true, execArgv: [], workerData });
}
