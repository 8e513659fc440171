import type { Knex } from 'knex';
import { Gauge, type Registry } from 'prom-client';
import { readGauges, type Gauges } from '../../domain/operations/doctor/gauges.js';

interface Measure {
  readonly name: string;
  readonly help: string;
  /** The count per label value; a gauge without labels uses the empty label. */
  readonly of: Readonly<Record<string, keyof Gauges>>;
  readonly label?: string;
}

const measures: readonly Measure[] = [
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
    name: 'shedworks_errors_last_hour',
    help: 'Unexpected errors in the last hour',
    of: { '': 'errorsLastHour' },
  },
];

/**
 * Gauges of jobs, messages and errors. Calling the result refreshes them; without a database they are removed and
 * shedworks_database_up is 0.
 */
export function addGauges(registry: Registry, db: Knex): () => Promise<void> {
  const registers = [registry];
  const up = new Gauge({ name: 'shedworks_database_up', help: '1 if the database responds', registers });
  const gauges = measures.map(({ name, help, label, of }) => ({
    of: Object.entries(of),
    label,
    gauge: new Gauge({ name, help, registers, labelNames: label ? [label] : [] }),
  }));
  return async () => {
    const read = await readGauges(db).catch(() => null);
    up.set(read ? 1 : 0);
    for (const { gauge, label, of } of gauges) {
      gauge.reset();
      if (!read) gauge.remove();
      else for (const [value, field] of of) gauge.set(label ? { [label]: value } : {}, read[field]);
    }
  };
}
