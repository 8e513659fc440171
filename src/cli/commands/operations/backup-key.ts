import { writeFile } from 'node:fs/promises';
import {
  findLock,
  newKey,
  readKeyFile,
  SHORTEST_PASSPHRASE,
  type BackupKey,
} from '../../../domain/operations/backup/encryption.js';
import { print, printNote } from '../../output.js';
import { promptPassword } from '../../prompts.js';
import { UsageError, type GlobalOptions } from '../../run.js';

/** The variable with the passphrase, because an argument would appear in the process list. */
const VARIABLE = 'SHEDWORKS_BACKUP_PASSPHRASE';

interface EncryptionOptions {
  readonly encrypt?: boolean;
  readonly encryptWith?: string;
}

/**
 * How to encrypt a backup: with the keys of a file, the passphrase in the variable, or one entered at the prompt.
 * Without an option, it is encrypted if the variable is set.
 */
export async function keyToEncrypt({ encrypt, encryptWith }: EncryptionOptions): Promise<BackupKey | undefined> {
  if (encryptWith !== undefined) return readKeyFile(encryptWith);
  const key = process.env[VARIABLE];
  if (!key && !encrypt) return undefined;
  const passphrase = key || (await promptTwice());
  if (passphrase.length < SHORTEST_PASSPHRASE)
    throw new UsageError(`Use a passphrase of at least ${SHORTEST_PASSPHRASE} characters.`);
  return { kind: 'passphrase', passphrase };
}

async function promptTwice(): Promise<string> {
  refuseWithoutTerminal(`--encrypt: set ${VARIABLE}, or use --encrypt-with <file>`);
  const passphrase = await promptPassword('Backup passphrase');
  if (passphrase !== (await promptPassword('Repeat the passphrase')))
    throw new UsageError('The passphrases do not match.');
  return passphrase;
}

/** The key to decrypt a backup; undefined if it is not encrypted. */
export async function keyToOpen(file: string, decryptWith: string | undefined): Promise<BackupKey | undefined> {
  const lock = await findLock(file);
  if (lock === null) return undefined;
  if (decryptWith !== undefined) return readKeyFile(decryptWith);
  if (lock === 'file') throw new UsageError('The backup is encrypted. Add --decrypt-with <key file>.');
  const key = process.env[VARIABLE];
  if (!key) refuseWithoutTerminal(`The backup is encrypted. Set ${VARIABLE} to its passphrase.`);
  return { kind: 'passphrase', passphrase: key || (await promptPassword('Backup passphrase')) };
}

/** Writes a new key file readable only by its owner. Never overwrites a file. */
export async function makeKey(options: GlobalOptions, file: string): Promise<void> {
  const { text, publicKey } = await newKey(new Date());
  await writeFile(file, text, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--new-key: ${error.code === 'EEXIST' ? `${file} already exists` : error.message}`);
  });
  print(options, { file, publicKey }, [
    { what: 'file', value: file },
    { what: 'publicKey', value: publicKey },
  ]);
  printNote(
    'Keep a copy of this file in a safe place, apart from the backups. The backups cannot be opened without it.',
  );
}

function refuseWithoutTerminal(message: string): void {
  if (!process.stdin.isTTY) throw new UsageError(message);
}
