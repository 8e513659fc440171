// `npm run dev`: the dashboard with hot reload, and the server, which restarts when its code changes. Ctrl+C ends both,
// with PostgreSQL.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const port = process.env.PORT || '4200';
const WAIT_MS = 200;

/** The running server, and a promise of its end. */
let server = start();
let isStopping = false;
let changed;

const dashboard = await createServer({
  configFile: 'vite.config.ts',
  server: { proxy: { '/api': { target: `http://127.0.0.1:${port}`, changeOrigin: false } } },
});
await dashboard.listen();
console.error(`The dashboard is at ${dashboard.resolvedUrls.local[0]} Press Ctrl+C to stop.`);

const watchers = ['src', 'migrations'].map((folder) =>
  watch(folder, { recursive: true }, (_, file) => noteChange(file)),
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop());

/**
 * The server runs in a separate process group, so that it gets only our signal. A second one, such as the terminal's,
 * would end it at once.
 */
function start() {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', 'serve', '--port', port], {
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  const exit = new Promise((resolve) => child.once('exit', resolve));
  let isEnding = false;
  const end = () => {
    if (!isEnding) child.kill('SIGTERM');
    isEnding = true;
    return exit;
  };
  return { end };
}

/** Restarts the server shortly after the last of several changes. Ignores the dashboard and tests. */
function noteChange(file) {
  if (!file || file.split(path.sep)[0] === 'dashboard' || /\.test\.tsx?$/.test(file)) return;
  clearTimeout(changed);
  changed = setTimeout(() => void restart(file), WAIT_MS);
}

async function restart(file) {
  console.error(`${file} changed: the server starts again.`);
  await server.end();
  if (!isStopping) server = start();
}

async function stop() {
  if (isStopping) return;
  isStopping = true;
  clearTimeout(changed);
  for (const watcher of watchers) watcher.close();
  await Promise.all([server.end(), dashboard.close()]);
  process.exit(); // vite may leave a watcher open
}
