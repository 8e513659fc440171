import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { PostgresError, processIdentity } from './process.js';
import { getErrorCode } from '../../objects.js';

const BEAT_MS = 2_000;
const SILENCE_MS = 15_000;
const PATIENCE_MS = 120_000;

/**
 * Runs `work` while no other process holds this lock file. A killed holder is detected immediately, even if its pid
 * was reused; one on another machine or container after 15 s without a sign of life. Other processes wait up to two
 * minutes. For longer work, give the sentence with which they are refused immediately.
 */
export async function withLock<T>(file: string, work: () => Promise<T>, refusal = ''): Promise<T> {
  const mine = await acquire(file, `${await processIdentity(process.pid)} ${randomUUID()}\n${refusal}`);
  const beat = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => undefined), BEAT_MS).unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    if ((await readContents(file)) === mine) await rm(file, { force: true });
  }
}

/**
 * Takes the lock; returns the contents of the file: our identity, or nothing if a full disk only had room for the
 * name.
 */
async function acquire(file: string, who: string): Promise<string> {
  const until = performance.now() + PATIENCE_MS;
  const holder = { seen: '', since: 0 };
  for (;;) {
    const mine = await create(file, who);
    if (mine !== null) return mine;
    const contents = await readContents(file);
    const touchedAt = (await stat(file).catch(() => undefined))?.mtimeMs ?? 0;
    const signature = `${contents} ${touchedAt}`;
    if (signature !== holder.seen) Object.assign(holder, { seen: signature, since: performance.now() });
    const silent = performance.now() - holder.since > SILENCE_MS;
    const [identity, refusal] = contents?.split('\n') ?? [];
    if (contents !== null && (silent || (await isDead(contents)))) await discard(file, contents);
    else if (refusal && Date.now() - touchedAt < SILENCE_MS) throw new PostgresError(refusal);
    else if (performance.now() > until)
      throw new PostgresError(`Another process (${identity}) is using ${file}. Stop that process and try again.`);
    else await pause(50);
  }
}

async function create(file: string, who: string): Promise<string | null> {
  try {
    await writeFile(file, who, { flag: 'wx', mode: 0o644 });
    return who;
  } catch (error) {
    if (getErrorCode(error) === 'EEXIST') return null;
    if (getErrorCode(error) === 'ENOSPC' && existsSync(file)) return '';
    throw error;
  }
}

const readContents = (file: string): Promise<string | null> => readFile(file, 'utf8').catch(() => null);

/** Whether the holder is dead. The creator of an empty file is about to fill it. */
async function isDead(contents: string): Promise<boolean> {
  const [identity = ''] = contents.split(' ');
  const pid = Number.parseInt(identity, 10);
  return contents !== '' && (Number.isNaN(pid) || (await processIdentity(pid)) !== identity);
}

/**
 * Removes a dead holder's lock file. It is renamed first, so that of several processes that see the dead holder, only
 * one gets its file. If it turns out to be a new holder's file, it is put back.
 */
async function discard(file: string, contents: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return;
    throw error;
  }
  if ((await readContents(aside)) === contents) await rm(aside, { force: true });
  else await rename(aside, file);
}
