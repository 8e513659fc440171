import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { DomainError } from '../../../kernel/errors.js';
import { unreadable } from '../read-file.js';
import { archivedFile, listArchived } from './archive.js';
import { dataFolder, listBases, refuseGap } from './base.js';
import { formatMoment } from './moment.js';
import { checkPacked } from './packed-tree.js';

export interface ArchiveReport {
  readonly folder: string;
  readonly bases: number;
  readonly files: number;
  /** The first and last moment that can be restored. */
  readonly since: string;
  readonly until: string;
  readonly zone: string;
  /** The folder of the newest base backup. */
  readonly newest: string;
}

/**
 * Reads an entire continuous backup. Throws `no-base-backup`, `archive-gap`, and `unreadable-file` for a damaged
 * file.
 */
export async function checkArchive(folder: string): Promise<ArchiveReport> {
  const bases = await listBases(folder);
  const [oldest, newest] = [bases[0], bases.at(-1)];
  if (!oldest || !newest) throw new DomainError('no-base-backup', { folder, to: '', oldest: null });
  const archivedFiles = (await listArchived(folder)).map((name) => archivedFile(folder, name));
  const times = await Promise.all(archivedFiles.map(async (file) => (await stat(file)).mtime));
  const files = [...archivedFiles, ...(await Promise.all(bases.map((base) => filesBelow(dataFolder(base))))).flat()];
  await refuseDamaged(files);
  await refuseGap(folder, oldest, formatMoment(new Date(oldest.completedAt), oldest.zone));
  const until = new Date(Math.max(...times.map(Number))).toISOString();
  const { completedAt: since, zone } = oldest;
  return { folder, bases: bases.length, files: files.length, since, until, zone, newest: newest.folder };
}

/** Reads packed files. Throws `unreadable-file` for a damaged one. */
export async function refuseDamaged(files: readonly string[], signal?: AbortSignal): Promise<void> {
  for (const file of files) {
    signal?.throwIfAborted();
    await checkPacked(file).catch((error: Error) => {
      throw unreadable(`${file}: ${error.message}`);
    });
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}
