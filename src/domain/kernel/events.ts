import type { Knex } from 'knex';
import pg from 'pg';
import type { DomainEvent, ProgressReport } from './context.js';
import { keepPlan } from './database/kept-plan.js';
import { parseOwnJson } from './objects.js';

const CHANNEL = 'shedworks_events';

/** Notifies every process of a change when the transaction commits (PostgreSQL NOTIFY, at most 8,000 bytes). */
export async function publish(db: Knex, event: DomainEvent): Promise<void> {
  const ids = event.ids && event.ids.length <= 80 ? event.ids : undefined;
  const all = [...new Set(event.shopIds)];
  for (let at = 0; at === 0 || at < all.length; at += 80) {
    const { topic, to, by } = event;
    const more = { ...(ids && { ids }), ...(to !== undefined && { to }), ...(by && { by }) };
    await notify(db, { topic, shopIds: all.slice(at, at + 80), ...more });
  }
}

/**
 * Reports progress to one user's dashboards, wherever they are connected. `db` must not be a transaction, which would
 * publish only at its end.
 */
export const publishProgress = (db: Knex, userId: string, progress: ProgressReport): Promise<void> =>
  notify(db, { topic: 'progress', shopIds: [], to: userId, progress });

const notify = async (db: Knex, event: DomainEvent): Promise<void> =>
  void (await keepPlan(db.raw('select pg_notify(?, ?)', [CHANNEL, JSON.stringify(event)]), 'notify'));

interface ListenerCallbacks {
  readonly onEvent: (event: DomainEvent) => void;
  /** The connection is listening again. Events sent in between were missed. */
  readonly onGap: () => void;
  /** The database has gone silent: it neither answers nor refuses. */
  readonly onSilence: () => void;
}

interface ListenerHandle {
  readonly ready: Promise<void>;
  /** Whether the database is silent right now. */
  readonly isSilent: () => boolean;
  /** Whether the connection is open. */
  readonly isOpen: () => boolean;
  stop(): Promise<void>;
}

const BEAT_MS = 1000;
/**
 * Counted in heartbeats rather than time, because a process that was busy itself reads the answer before it sends the
 * next one.
 */
const SILENT_AFTER = 4;
/** More for the first connection, because the machine is busy at startup. */
const FIRST_MS = 30_000;

/** Listens for the events of all processes and checks the database every second. Reconnects automatically. */
export function listen(url: string, { onEvent, onGap, onSilence }: ListenerCallbacks): ListenerHandle {
  let isStopped = false;
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  let unansweredCount = 0;
  const resetCount = (): void => void (unansweredCount = 0);
  const connect = async (patience: number): Promise<void> => {
    const next = listener(url, patience);
    next.on('error', () => again(next));
    next.on('end', () => again(next));
    next.on('notification', (n) => onEvent(parseOwnJson<DomainEvent>(n.payload ?? '{}'))); // `publish` wrote it
    await next.connect();
    await next.query(`listen ${CHANNEL}`).catch(async (error: unknown) => {
      await next.end();
      throw error;
    });
    if (isStopped) return next.end();
    client = next;
    resetCount();
  };
  const attempt = (): void =>
    void connect(SILENT_AFTER * BEAT_MS).then(onGap, (error: Error) => {
      if (!isSilence(error)) resetCount(); // a refusal is an answer too
      if (!isStopped) retry = setTimeout(attempt, BEAT_MS);
    });
  const again = (connection: pg.Client): void => {
    if (isStopped || connection !== client) return;
    client = null;
    retry = setTimeout(attempt, BEAT_MS / 4);
  };
  const beat = setInterval(() => {
    unansweredCount += 1;
    client?.query('select 1').then(resetCount, () => undefined); // a lost connection emits its own event
    if (unansweredCount !== SILENT_AFTER + 1) return;
    onSilence();
    void client?.end();
  }, BEAT_MS).unref();
  return {
    ready: connect(FIRST_MS),
    isSilent: () => unansweredCount > SILENT_AFTER,
    isOpen: () => client !== null,
    stop: async () => {
      isStopped = true;
      clearTimeout(retry);
      clearInterval(beat);
      await client?.end().catch(() => undefined);
    },
  };
}

/** A connection that waits at most `patience` milliseconds for an answer. */
function listener(url: string, patience: number): pg.Client {
  const limits = { connectionTimeoutMillis: patience, query_timeout: patience };
  return new pg.Client({ connectionString: url, keepAlive: true, application_name: 'shedworks-events', ...limits });
}

const isSilence = ({ message }: Error): boolean => /timeout/i.test(message);
