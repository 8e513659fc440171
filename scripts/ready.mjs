// `npm run demo`, `npm start` and `npm test` on a fresh clone: installs and builds only when needed. Uses nothing from
// node_modules.
// Options: --build, --browser.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const INSTALLED = 'node_modules/.ready';
const BUILT = 'dist/.ready';

checkNode();
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const isInstalled = () => contents(INSTALLED) === installKey();
const isBuilt = () => !process.argv.includes('--build') || contents(BUILT) === buildKey();
if (!isInstalled() || !isBuilt()) oneAtATime(makeReady);
if (process.argv.includes('--browser')) await checkBrowser();

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Node 20.19 or newer is needed, this is ${process.version}.`);
  process.exit(1);
}

function makeReady() {
  if (!isInstalled()) {
    console.error('Installing the libraries (npm ci).');
    npm('ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error');
    writeFileSync(INSTALLED, installKey());
  }
  if (!isBuilt()) {
    console.error('Building.');
    const key = buildKey(); // taken before the build: files changed during it are rebuilt next time
    npm('run', '--silent', 'build');
    writeFileSync(BUILT, key);
  }
}

async function checkBrowser() {
  const { ensureChromium, missingChromium } = await import('./chromium.mjs');
  if (!ensureChromium()) console.error(missingChromium);
}

/** In production mode npm would omit packages that the build and the tests need. */
function npm(...args) {
  const { NODE_ENV: _, ...env } = process.env;
  const { status } = spawnSync('npm', args, { stdio: ['ignore', 2, 2], shell: process.platform === 'win32', env });
  if (status !== 0) throw Object.assign(new Error(`npm ${args[0]} failed`), { status: status ?? 1 });
}

function installKey() {
  return `${hash(['package-lock.json'])} ${process.platform}-${process.arch}`;
}

function buildKey() {
  const sources = filesIn('src').filter((file) => !/\.test\.tsx?$|[\\/]testing[\\/]/.test(file));
  const settings = readdirSync('.').filter((name) =>
    /^(tsconfig.*|package(-lock)?)\.json$|^vite\.config\.ts$/.test(name),
  );
  return hash([...sources, ...settings, path.join('scripts', 'build.mjs')].sort());
}

function filesIn(folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.flatMap((entry) => {
    const file = path.join(folder, entry.name);
    return entry.isDirectory() ? filesIn(file) : [file];
  });
}

function hash(files) {
  const sum = createHash('sha256');
  for (const file of files) sum.update(`${file}\0`).update(readFileSync(file));
  return sum.digest('hex');
}

function contents(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** The lock is not in node_modules, which npm deletes. The lock of a killed process is taken over. */
function oneAtATime(work) {
  const name = createHash('sha256').update(process.cwd()).digest('hex').slice(0, 12);
  const lock = path.join(os.tmpdir(), `shedworks-ready-${os.userInfo().uid}-${name}.lock`);
  for (let isReported = false; !isTaken(lock); isReported = true) {
    if (!isReported) console.error('Waiting for another command that is installing or building.');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
  try {
    work();
  } catch (error) {
    console.error(error.message);
    process.exitCode = error.status ?? 1;
  } finally {
    rmSync(lock, { force: true });
  }
  if (process.exitCode) process.exit();
}

function isTaken(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const holder = Number(contents(lock));
  if (holder && !isAlive(holder)) rmSync(lock, { force: true });
  return false;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
