import { createHash } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { accountOf, PostgresError, unprivilegedAccount, type Account } from './process.js';

/** Where the cluster's folders are, and the account its programs run as (null: ours). */
export interface Place {
  readonly home: string;
  readonly account: Account | null;
  readonly notice: string | null;
}

/**
 * Decides where a cluster that was asked for in `home` lives, and makes that folder. It is `home`, unless we are root and
 * the account that PostgreSQL then runs as cannot enter it: then a folder of its own under `/var/lib` (`/var/tmp` for
 * throw-away data), named in `notice`. Data that exists stays where it is, and its owner runs the server.
 */
export function choosePlace(home: string, fast: boolean): Place {
  const account = unprivilegedAccount();
  const owner = account && ownerOfData(home);
  if (!account || owner) return made(home, owner);
  const aside = path.join(fast ? '/var/tmp' : '/var/lib', `shedworks-${hash(home)}`);
  if (!ownerOfData(aside) && isOpen(home)) return made(home, account);
  const notice = `PostgreSQL cannot run as root, and the account "${account.name}" cannot open ${home}. The data is in ${aside}.`;
  return { ...made(aside, account), notice };
}

/** The major versions of PostgreSQL that have left data in this folder. */
export function majorsIn(home: string): number[] {
  if (!existsSync(home)) return [];
  const numbers = readdirSync(home).map((name) => Number(/^pg(\d+)$/.exec(name)?.[1] ?? NaN));
  return numbers.filter((major) => existsSync(path.join(home, `pg${major}`, 'PG_VERSION')));
}

function ownerOfData(home: string): Account | null {
  const [major] = majorsIn(home);
  if (major === undefined) return null;
  const { uid, gid } = statSync(path.join(home, `pg${major}`));
  return uid === 0 ? null : accountOf(uid, gid);
}

function made(home: string, account: Account | null): Place {
  const first = mkdirSync(home, { recursive: true });
  if (first && account) openUpTo(first, home);
  const stats = lstatSync(home);
  if (home.startsWith('/var/tmp/') && (stats.isSymbolicLink() || stats.uid !== process.getuid?.()))
    throw new PostgresError(`${home} belongs to another account. Remove it or set SHEDWORKS_HOME.`);
  return { home, account, notice: null };
}

/** Whatever the umask: the other account must get in. */
function openUpTo(first: string, folder: string): void {
  chmodSync(folder, 0o755);
  if (folder !== path.resolve(first)) openUpTo(first, path.dirname(folder));
}

/** May every account search this folder and those above it? A folder that does not exist yet will be made open. */
function isOpen(folder: string): boolean {
  if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false;
  const parent = path.dirname(folder);
  return parent === folder || isOpen(parent);
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
