import { createHash } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { toPostgresAccount, PostgresError, unprivilegedAccount, type Account } from './process.js';

/** The folder of the cluster, and the account its programs run as (null for ours). */
export interface ServerPlace {
  readonly home: string;
  readonly account: Account | null;
  readonly notice: string | null;
}

/**
 * Decides where a cluster requested in `home` is stored, and creates that folder. It is `home`, unless we are root
 * and PostgreSQL's account cannot enter it. Then it is a separate folder under `/var/lib` (`/var/tmp` for throw-away
 * data), named in `notice`. Existing data stays where it is, and its owner runs the server.
 */
export function choosePlace(home: string, fast: boolean): ServerPlace {
  const account = unprivilegedAccount();
  const owner = account && ownerOfData(home);
  if (!account || owner) return makePlace(home, owner);
  const aside = path.join(fast ? '/var/tmp' : '/var/lib', `shedworks-${hash(home)}`);
  if (!ownerOfData(aside) && isOpen(home)) return makePlace(home, account);
  const notice = `PostgreSQL cannot run as root, and the account "${account.name}" cannot open ${home}. The data is in ${aside}.`;
  return { ...makePlace(aside, account), notice };
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
  return uid === 0 ? null : toPostgresAccount(uid, gid);
}

function makePlace(home: string, account: Account | null): ServerPlace {
  const first = mkdirSync(home, { recursive: true });
  if (first && account) openUpTo(first, home);
  const stats = lstatSync(home);
  if (home.startsWith('/var/tmp/') && (stats.isSymbolicLink() || stats.uid !== process.getuid?.()))
    throw new PostgresError(`${home} belongs to another account. Remove it or set SHEDWORKS_HOME.`);
  return { home, account, notice: null };
}

/** Opens folders regardless of the umask, so that the other account can enter. */
function openUpTo(first: string, folder: string): void {
  chmodSync(folder, 0o755);
  if (folder !== path.resolve(first)) openUpTo(first, path.dirname(folder));
}

/**
 * Whether every account can enter this folder and its parents. A missing folder counts as open, because it will be
 * created that way.
 */
function isOpen(folder: string): boolean {
  if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false;
  const parent = path.dirname(folder);
  return parent === folder || isOpen(parent);
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
