import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const missingChromium =
  'The browser tests need Chromium. Install it (Debian: apt install chromium; elsewhere: npx playwright-core install chromium) or set CHROMIUM_PATH.';

/** The headless shell first: the same engine without a window needs an eighth less CPU time. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const usualPlaces = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) =>
    process.env[name] ? [path.join(process.env[name], 'Google/Chrome/Application/chrome.exe')] : [],
  ),
];

let executable = null;

export function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  executable ??= [...onPath(), ...usualPlaces, ...fromPlaywright()].find(runs) ?? null;
  return executable;
}

export function ensureChromium() {
  return (
    findChromium() ?? (installWithApt() ? findChromium() : null) ?? (installWithPlaywright() ? findChromium() : null)
  );
}

function onPath() {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin'];
  return names.flatMap((name) => folders.filter(Boolean).map((folder) => path.join(folder, name)));
}

/** Where `playwright-core install chromium` installs it, newest first. */
function fromPlaywright() {
  const caches = { darwin: 'Library/Caches/ms-playwright', win32: 'AppData/Local/ms-playwright' };
  const cache =
    process.env.PLAYWRIGHT_BROWSERS_PATH || path.join(os.homedir(), caches[process.platform] ?? '.cache/ms-playwright');
  if (!existsSync(cache)) return [];
  const versions = readdirSync(cache).filter((name) => /^chromium-\d+$/.test(name));
  const programs = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-win/chrome.exe',
  ];
  const newestFirst = versions.sort((a, b) => Number(b.slice(9)) - Number(a.slice(9)));
  return newestFirst.flatMap((version) => programs.map((program) => path.join(cache, version, program)));
}

/**
 * Ubuntu's `chromium-browser` may be a script that only asks you to install a snap. On Windows, `--version` opens a
 * window.
 */
function runs(file) {
  if (!existsSync(file)) return false;
  return (
    process.platform === 'win32' || spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0
  );
}

function installWithApt() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  console.error('Installing Chromium with apt for the browser tests.');
  const apt = (...args) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    return spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 2, 2], env }).status === 0;
  };
  apt('update'); // one unreachable package source does no harm
  const install = (name) => apt('install', '-y', '--no-install-recommends', name, 'fonts-liberation');
  return install('chromium-headless-shell') || install('chromium');
}

function installWithPlaywright() {
  const cli = fileURLToPath(new URL('../node_modules/playwright-core/cli.js', import.meta.url));
  if (!existsSync(cli)) return false;
  console.error("Installing playwright's Chromium for the browser tests.");
  const withSystemLibraries = process.getuid?.() === 0 && process.platform === 'linux' ? ['--with-deps'] : [];
  const args = [cli, 'install', '--no-shell', ...withSystemLibraries, 'chromium'];
  return spawnSync(process.execPath, args, { stdio: ['ignore', 2, 2] }).status === 0;
}
