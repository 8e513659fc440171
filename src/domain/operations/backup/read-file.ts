import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { z } from 'zod';
import { DomainError } from '../../kernel/errors.js';
import { computeBackupDigest, TableCount, type TableSum } from './digest.js';
import { decrypt, findLock, type BackupKey } from './encryption.js';
import { Header, HEADER, Manifest, MANIFEST, backupPartName } from './format.js';
import { readTar, TarError, type TarEntry } from './tar.js';
import { getErrorCode, toError } from '../../kernel/objects.js';

/** A table of a backup while it is being read. */
interface TablePart {
  readonly name: string;
  /** Its rows in COPY text format; must be read before the next table is requested. */
  readonly chunks: AsyncIterable<Buffer>;
}

/** A backup whose header has been read. */
export interface OpenBackup {
  readonly header: Header;
  /** Every table in the header, in order. Throws `unreadable-file` if one differs from what was written. */
  tables(): AsyncGenerator<TablePart>;
  /** The manifest with the expected content, available only after the last table. */
  manifest(): Manifest;
  close(): Promise<void>;
}

export const unreadable = (why: string): DomainError => new DomainError('unreadable-file', { why });

interface Reading {
  /** The key to open an encrypted backup. */
  readonly key?: BackupKey | undefined;
  /** Called with the number of bytes read so far. */
  readonly onBytes?: ((done: number) => void) | undefined;
}

/** Opens a backup and reads its header. Throws `unreadable-file`, also if the key does not match. */
export async function openBackup(file: string, reading: Reading = {}): Promise<OpenBackup> {
  const entries = readTar(unpack(file, reading));
  const next = () => entries.next().then(({ value, done }) => (done ? null : (value as TarEntry)), throwExplained); // the generator returns nothing
  try {
    const first = await next();
    if (first?.name !== HEADER) throw unreadable(NO_BACKUP);
    const header = parseJson(Header, first.content, NO_BACKUP);
    const contents = new Contents(header, sha256(first.content), next);
    return {
      header,
      tables: () => contents.tables(),
      manifest: () => contents.manifest(),
      close: async () => void (await entries.return(undefined)),
    };
  } catch (error) {
    await entries.return(undefined);
    throw error;
  }
}

/** Reads a whole backup and compares it with its manifest; returns its contents. */
export async function verifyBackup(file: string, reading: Reading = {}) {
  const backup = await openBackup(file, reading);
  try {
    for await (const { chunks } of backup.tables()) for await (const _ of chunks);
    return { header: backup.header, manifest: backup.manifest() };
  } finally {
    await backup.close();
  }
}

const NO_BACKUP = 'it is not a Shedworks backup';

async function* unpack(file: string, { key, onBytes }: Reading): AsyncGenerator<Buffer> {
  const lock = await findLock(file);
  refuseOtherKey(lock, key);
  const bytes = createReadStream(file);
  const unzip = createGunzip();
  const decryptContent = (content: AsyncIterable<Buffer>) => (lock && key ? decrypt(content, key) : content);
  pipeline(bytes, decryptContent, unzip, () => undefined); // an error surfaces when `unzip` is read
  let lastBytes = -1;
  const content: AsyncIterable<Buffer> = unzip;
  for await (const chunk of content) {
    yield chunk;
    if (bytes.bytesRead !== lastBytes) onBytes?.((lastBytes = bytes.bytesRead));
  }
}

/** Throws for a key of another kind than the backup's; an unencrypted backup needs none. */
function refuseOtherKey(lock: BackupKey['kind'] | null, key: BackupKey | undefined): void {
  if (lock === null || lock === key?.kind) return;
  throw unreadable(lock === 'passphrase' ? 'it is encrypted with a passphrase' : 'it is encrypted with a key file');
}

/** Replaces library errors with messages that help the user. */
function throwExplained(error: unknown): never {
  const code = getErrorCode(error);
  const { message } = toError(error);
  if (error instanceof TarError) throw unreadable(error.message);
  if (code === 'Z_BUF_ERROR') throw unreadable('it is incomplete');
  if (code === 'ENOENT') throw unreadable('file not found');
  if (code === 'EISDIR' || code === 'EACCES') throw unreadable(message);
  if (code?.startsWith('Z_')) throw unreadable(message === 'incorrect header check' ? NO_BACKUP : 'it is damaged');
  throw error;
}

function parseJson<S extends z.ZodType>(schema: S, content: Buffer, problem: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(content.toString('utf8')));
  } catch {
    throw unreadable(problem);
  }
}

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** The entries after the header: the tables in order, then the manifest, then the end. */
class Contents {
  private entry: TarEntry | null = null;
  private read: Manifest | null = null;
  private readonly sums: TableSum[] = [];

  constructor(
    private readonly header: Header,
    private readonly headerSum: string,
    private readonly next: () => Promise<TarEntry | null>,
  ) {}

  async *tables(): AsyncGenerator<TablePart> {
    this.entry = await this.next();
    for (const { name } of this.header.tables) {
      const count = new TableCount(name);
      yield { name, chunks: this.readParts(name, count) };
      this.sums.push(count.sum());
    }
    if (this.entry?.name !== MANIFEST) throw unreadable(this.entry ? 'it is damaged' : 'it is incomplete');
    const manifest = parseJson(Manifest, this.entry.content, 'it is damaged');
    if (await this.next()) throw unreadable('it has extra data at the end');
    this.compare(manifest);
    this.read = manifest;
  }

  manifest(): Manifest {
    if (!this.read) throw new Error('read the tables first');
    return this.read;
  }

  private async *readParts(table: string, count: TableCount): AsyncGenerator<Buffer> {
    for (let n = 1; this.entry?.name === backupPartName(table, n); n++) {
      count.add(this.entry.content);
      yield this.entry.content;
      this.entry = await this.next();
    }
  }

  private compare(manifest: Manifest): void {
    if (manifest.header !== this.headerSum) throw unreadable('its header was changed after it was written');
    for (const [n, sum] of this.sums.entries()) {
      const expectedRows = manifest.tables[n];
      if (expectedRows?.name !== sum.name || expectedRows.rows !== sum.rows || expectedRows.sha256 !== sum.sha256)
        throw unreadable(`rows of the table ${sum.name} were changed after the backup was written`);
    }
    if (manifest.tables.length !== this.sums.length || manifest.digest !== computeBackupDigest(this.sums))
      throw unreadable('its digest does not match its tables');
  }
}
