import { writeFile } from 'node:fs/promises';
import {
  findLock,
  newKey,
  readKeyFile,
  SHORTEST_PASSPHRASE,
  type BackupKey,
} from '../../../domain/operations/backup/encryption.js';
import { print, say } from '../../output.js';
import { askPassword } from '../../prompts.js';
import { UsageError, type GlobalOptions } from '../../run.js';

/** The variable of the passphrase: an argument would show in the list of processes. */
const VARIABLE = 'SHEDWORKS_BACKUP_PASSPHRASE';

interface Encrypting {
  readonly encrypt?: boolean;
  readonly encryptWith?: string;
}

/**
 * What a backup is to be encrypted with: the keys of a file, or the passphrase of the variable, or one that is asked for. Without
 * an option it is encrypted where the variable is set.
 */
export async function keyToEncrypt({ encrypt, encryptWith }: Encrypting): Promise<BackupKey | undefined> {
  if (encryptWith !== undefined) return readKeyFile(encryptWith);
  const given = process.env[VARIABLE];
  if (!given && !encrypt) return undefined;
  const passphrase = given || (await askedTwice());
  if (passphrase.length < SHORTEST_PASSPHRASE)
    throw new UsageError(`The passphrase must have at least ${SHORTEST_PASSPHRASE} characters.`);
  return { kind: 'passphrase', passphrase };
}

async function askedTwice(): Promise<string> {
  refuseWithoutTerminal(`--encrypt: set ${VARIABLE}, or use --encrypt-with <file>`);
  const passphrase = await askPassword('Passphrase for the backup');
  if (passphrase !== (await askPassword('The same again'))) throw new UsageError('The passphrases differ.');
  return passphrase;
}

/** What opens a backup; none where it is not encrypted. */
export async function keyToOpen(file: string, decryptWith: string | undefined): Promise<BackupKey | undefined> {
  const lock = await findLock(file);
  if (lock === null) return undefined;
  if (decryptWith !== undefined) return readKeyFile(decryptWith);
  if (lock === 'file') throw new UsageError('The backup is encrypted: name its key file with --decrypt-with <file>.');
  const given = process.env[VARIABLE];
  if (!given) refuseWithoutTerminal(`The backup is encrypted: set ${VARIABLE} to its passphrase`);
  return { kind: 'passphrase', passphrase: given || (await askPassword('Passphrase of the backup')) };
}

/** Writes a new key file that its owner alone may read; refuses to write over another file. */
export async function makeKey(options: GlobalOptions, file: string): Promise<void> {
  const { text, publicKey } = await newKey(new Date());
  await writeFile(file, text, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--new-key: ${error.code === 'EEXIST' ? `${file} exists already` : error.message}`);
  });
  print(options, { file, publicKey }, [
    { what: 'file', value: file },
    { what: 'publicKey', value: publicKey },
  ]);
  say('Keep a copy of this file away from the backups: without it they cannot be opened.');
}

function refuseWithoutTerminal(message: string): void {
  if (!process.stdin.isTTY) throw new UsageError(message);
}
