import { open, readFile } from 'node:fs/promises';
import type { ReadableStream } from 'node:stream/web';
import { Readable } from 'node:stream';
import { DomainError, invalid } from '../../kernel/errors.js';
import { isOpenToOthers } from '../../kernel/platform/private-file.js';

/** The key of a backup: a passphrase, or the keys of a file. */
export type BackupKey =
  | { readonly kind: 'passphrase'; readonly passphrase: string }
  | { readonly kind: 'file'; readonly file: string; readonly keys: readonly string[] };

/** Anyone with the file could guess a shorter passphrase. */
export const SHORTEST_PASSPHRASE = 12;

const MAGIC = 'age-encryption.org/v1\n';
const SECRET = 'AGE-SECRET-KEY-';
const PUBLIC = /^age1[a-z0-9]+$/;

/** How a backup is encrypted; null if it is not, or cannot be read. */
export async function findLock(file: string): Promise<BackupKey['kind'] | null> {
  const handle = await open(file).catch(() => null);
  if (!handle) return null;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
    const head = buffer.toString('latin1', 0, bytesRead);
    if (!head.startsWith(MAGIC)) return null;
    return head.startsWith('-> scrypt ', MAGIC.length) ? 'passphrase' : 'file';
  } catch {
    return null; // it is a folder
  } finally {
    await handle.close();
  }
}

/**
 * Reads a key file written by `age-keygen` or `newKey`: secret keys, public keys, and lines that start with #. Throws
 * `invalid-input`, also if other accounts on this machine can read its secret keys.
 */
export async function readKeyFile(file: string): Promise<BackupKey> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw invalid('', `Could not read the key file: ${error.message}.`);
  });
  const keys = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const isKey = (line: string) => line.startsWith(SECRET) || PUBLIC.test(line);
  if (keys.length === 0 || !keys.every(isKey))
    throw invalid('', `${file} is not a key file. Create one with shedworks backup --new-key <file>.`);
  if (keys.some((line) => line.startsWith(SECRET)) && (await isOpenToOthers(file)))
    throw invalid('', `Other accounts on this machine can read the key file ${file}. Run: chmod 600 ${file}`);
  return { kind: 'file', file, keys };
}

/** The text of a new key file, and its public key, which can encrypt but not decrypt. */
export async function newKey(now: Date): Promise<{ readonly text: string; readonly publicKey: string }> {
  const age = await import('age-encryption');
  const secret = await age.generateX25519Identity();
  const publicKey = await age.identityToRecipient(secret);
  return { text: `# created: ${now.toISOString()}\n# public key: ${publicKey}\n${secret}\n`, publicKey };
}

/** Encrypts a stream in the age format (age-encryption.org/v1). */
export async function* encrypt(content: AsyncIterable<Buffer>, key: BackupKey): AsyncGenerator<Uint8Array> {
  const age = await import('age-encryption');
  const encrypter = new age.Encrypter();
  if (key.kind === 'passphrase') encrypter.setPassphrase(key.passphrase);
  else
    for (const one of key.keys)
      encrypter.addRecipient(one.startsWith(SECRET) ? await age.identityToRecipient(one) : one);
  yield* splitChunks(await encrypter.encrypt(getStream(content)));
}

/**
 * Decrypts a stream. Each chunk is authenticated before it is passed on. Throws `unreadable-file` if the key does not
 * match, or if anything was changed or is missing.
 */
export async function* decrypt(content: AsyncIterable<Buffer>, key: BackupKey): AsyncGenerator<Buffer> {
  const age = await import('age-encryption');
  const decrypter = new age.Decrypter();
  if (key.kind === 'passphrase') decrypter.addPassphrase(key.passphrase);
  else for (const one of getSecrets(key)) decrypter.addIdentity(one);
  const stream = await decrypter.decrypt(getStream(content)).catch((error: Error) => {
    throw unreadable(/no identity matched/.test(error.message) ? faults[key.kind] : DAMAGED);
  });
  try {
    for await (const chunk of splitChunks(stream)) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  } catch (error) {
    throw isLibraryError(error) ? unreadable(DAMAGED) : error;
  }
}

const DAMAGED = 'it is encrypted and damaged: it was changed or cut off after it was written';
const faults = {
  passphrase: 'this passphrase does not open it',
  file: 'the keys in this file do not open it',
} as const;

const unreadable = (why: string): DomainError => new DomainError('unreadable-file', { why });

function getSecrets({ file, keys }: Extract<BackupKey, { kind: 'file' }>): readonly string[] {
  const secrets = keys.filter((one) => one.startsWith(SECRET));
  if (secrets.length === 0)
    throw invalid('', `${file} holds only public keys. Use the file with the secret key to open a backup.`);
  return secrets;
}

/** Whether an error comes from the disk: those have a code, the library's errors do not. */
const isLibraryError = (error: unknown): boolean => error instanceof Error && !('code' in error);

const getStream = (content: AsyncIterable<Buffer>) =>
  Readable.toWeb(Readable.from(content, { objectMode: false })) as globalThis.ReadableStream<Uint8Array>; // two types for the same class

const splitChunks = (stream: globalThis.ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> =>
  stream as unknown as ReadableStream<Uint8Array>; // a Node stream, which can be iterated
