import type { Knex } from 'knex';
import type { Clock } from '../../kernel/context.js';
import { isFull } from '../../kernel/database/errors.js';
import { brokenData, orphans } from './data.js';
import { checkPrices } from './deep.js';
import type { Finding } from './finding.js';
import { unpriceableBases } from './labor-bases.js';
import { archive, getDisk, findOpenSecrets, server, settings, standby } from './machine.js';
import { suspectRates } from './rates.js';
import { schemaVersion, switchedOff } from './schema-state.js';
import { stuckWork } from './work.js';

/** The installation to examine. */
interface Patient {
  readonly db: Knex;
  readonly clock: Clock;
  readonly home: string;
  /** Whether the database is stored in `home`. */
  readonly embedded: boolean;
  readonly config: { readonly SMTP_URL?: string | undefined; readonly PUBLIC_URL?: string | undefined };
}

/** Options of the deep check, which prices every order again, newest first. */
export interface Depth {
  readonly withinMs: number;
  readonly report?: ((done: number, total: number) => void) | undefined;
}

/**
 * Finds every problem, most severe first. It only reads. If the disk is full, it checks what can be read without
 * writing.
 */
export async function examine(patient: Patient, depth?: Depth): Promise<Finding[]> {
  const { db, clock, home, embedded, config } = patient;
  const schema = await schemaVersion(db);
  const findings = [...schema];
  const looks: (() => Promise<Finding[]>)[] = [];
  if (schema.length === 0) {
    looks.push(
      () => switchedOff(db),
      () => brokenData(db),
      () => orphans(db),
    );
    looks.push(
      () => suspectRates(db),
      () => unpriceableBases(db),
      () => stuckWork(db, clock.now()),
    );
    if (depth) looks.push(() => checkPrices(db, depth));
  }
  looks.push(
    () => server(db, clock),
    () => standby(db),
    () => archive(db),
    () => findOpenSecrets(home),
  );
  if (embedded) looks.push(() => getDisk(home));
  let isRoomLacking = false;
  for (const look of looks) {
    try {
      findings.push(...(await look()));
    } catch (error) {
      if (!isFull(error)) throw error;
      isRoomLacking = true;
    }
  }
  findings.push(...settings(config), ...(isRoomLacking ? [NO_ROOM] : []));
  const rank = { error: 0, warning: 1, note: 2 };
  return findings.sort((a, b) => rank[a.severity] - rank[b.severity]);
}

const NO_ROOM: Finding = {
  severity: 'error',
  what: 'the database disk is full, so not everything was checked',
  records: [],
  hint: 'Free up space, then run shedworks doctor again.',
};
