import type { Knex } from 'knex';
import { Gauge, type Registry } from 'prom-client';
import { readGauges, readStandbys, type Gauges, type StandbyGauges } from '../../domain/operations/doctor/gauges.js';

interface Measure<T> {
  readonly name: string;
  readonly help: string;
  /** The count per label value. A gauge without labels uses the empty label. */
  readonly of: Readonly<Record<string, keyof T>>;
  readonly label?: string;
}

const measures: readonly Measure<Gauges>[] = [
  {
    name: 'shedworks_jobs',
    help: 'Jobs by state',
    label: 'state',
    of: { waiting: 'jobsWaiting', running: 'jobsRunning', failed: 'jobsFailed' },
  },
  {
    name: 'shedworks_jobs_late_seconds',
    help: 'Delay of the most overdue job',
    of: { '': 'jobsLateSeconds' },
  },
  {
    name: 'shedworks_outbox_messages',
    help: 'Outgoing messages by status',
    label: 'status',
    of: { waiting: 'outboxWaiting', failed: 'outboxFailed', kept: 'outboxKept' },
  },
  {
    name: 'shedworks_queue_age_seconds',
    help: 'Age of the longest-waiting entry, by queue',
    label: 'queue',
    of: { jobs: 'jobsLateSeconds', outbox: 'outboxAgeSeconds', webhooks: 'webhooksAgeSeconds' },
  },
  {
    name: 'shedworks_errors_last_hour',
    help: 'Unexpected errors in the last hour',
    of: { '': 'errorsLastHour' },
  },
  {
    name: 'shedworks_sweep_age_seconds',
    help: 'Time since the last sweep ended; missing before the first',
    of: { '': 'sweepAgeSeconds' },
  },
  {
    name: 'shedworks_verified_backup_age_seconds',
    help: 'Age of the newest verified backup; missing if there is none',
    of: { '': 'verifiedBackupAgeSeconds' },
  },
  {
    name: 'shedworks_archive_failing',
    help: '1 if PostgreSQL could not archive its last WAL file',
    of: { '': 'archiveFailing' },
  },
];

const standbyMeasures = [
  { name: 'shedworks_standby_synchronous', help: '1 if commits wait for this standby', field: 'synchronous' },
  { name: 'shedworks_standby_lag_bytes', help: 'WAL that a standby has not replayed', field: 'lagBytes' },
  { name: 'shedworks_standby_lag_seconds', help: 'How far a standby is behind', field: 'lagSeconds' },
] as const satisfies readonly { name: string; help: string; field: keyof StandbyGauges }[];

/**
 * Gauges of jobs, messages, errors, sweeps, backups and standbys. Calling the returned function refreshes them.
 * Without a database they are removed and shedworks_database_up is 0.
 */
export function addGauges(registry: Registry, db: Knex): () => Promise<void> {
  const registers = [registry];
  const up = new Gauge({ name: 'shedworks_database_up', help: '1 if the database responds', registers });
  const standbys = new Gauge({ name: 'shedworks_standbys', help: 'Standbys that are connected', registers });
  const gauges = measures.map(({ name, help, label, of }) => ({
    of: Object.entries(of),
    label,
    gauge: new Gauge({ name, help, registers, labelNames: label ? [label] : [] }),
  }));
  const ofStandbys = standbyMeasures.map(({ name, help, field }) => ({
    field,
    gauge: new Gauge({ name, help, registers, labelNames: ['standby'] }),
  }));
  return async () => {
    const [gaugeRows, following] = await Promise.all([readGauges(db), readStandbys(db)]).catch(
      () => [null, []] as const,
    );
    up.set(gaugeRows ? 1 : 0);
    for (const { gauge, label, of } of gauges) {
      gauge.reset();
      if (!label) gauge.remove(); // after a reset, one without a label would be 0
      for (const [value, field] of gaugeRows ? of : [])
        setIfKnown(gauge, label ? { [label]: value } : {}, gaugeRows?.[field]);
    }
    standbys.set(following.length);
    for (const { gauge, field } of ofStandbys) {
      gauge.reset();
      for (const standby of following) setIfKnown(gauge, { standby: standby.name }, standby[field]);
    }
  };
}

function setIfKnown(gauge: Gauge, labels: Record<string, string>, value: number | null | undefined): void {
  if (value != null) gauge.set(labels, value);
}
