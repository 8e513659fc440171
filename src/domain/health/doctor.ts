import type { Knex } from 'knex';
import type { Clock } from '../context.js';
import { brokenData, orphans } from './data.js';
import { repriced } from './deep.js';
import type { Finding } from './finding.js';
import { diskOf, openSecrets, server, settings, standby } from './machine.js';
import { suspectRates } from './rates.js';
import { schemaVersion, switchedOff } from './schema-state.js';
import { stuckWork } from './work.js';

/** What the doctor looks at. */
interface Patient {
  readonly db: Knex;
  readonly clock: Clock;
  readonly home: string;
  /** Whether the database lives in `home`. */
  readonly embedded: boolean;
  readonly config: { readonly SMTP_URL?: string | undefined };
}

/** Also prices every order again, the newest first. */
export interface Depth {
  readonly withinMs: number;
  readonly report?: ((done: number, total: number) => void) | undefined;
}

/** Everything that is not as it should be, the worst first. Reads only. */
export async function examine(patient: Patient, depth?: Depth): Promise<Finding[]> {
  const { db, clock, home, embedded, config } = patient;
  const schema = await schemaVersion(db);
  const findings = [...schema];
  if (schema.length === 0) {
    findings.push(...(await switchedOff(db)), ...(await brokenData(db)), ...(await orphans(db)));
    findings.push(...(await suspectRates(db)), ...(await stuckWork(db, clock.now())));
    if (depth) findings.push(...(await repriced(db, depth)));
  }
  findings.push(...(await server(db, clock)), ...(await standby(db)));
  findings.push(...(await openSecrets(home)), ...settings(config));
  if (embedded) findings.push(...(await diskOf(home)));
  const rank = { error: 0, warning: 1, note: 2 };
  return findings.sort((a, b) => rank[a.severity] - rank[b.severity]);
}
